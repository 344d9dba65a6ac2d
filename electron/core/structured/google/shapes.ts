import type { Shape } from './rule.ts';

/** Shapes that several rules share. */

export const rating: Shape = {
  required: ['ratingValue'],
  recommended: ['bestRating', 'worstRating'],
  forms: { ratingValue: 'rating', bestRating: 'number', worstRating: 'number' },
};

export const aggregateRating: Shape = {
  required: ['ratingValue', ['ratingCount', 'reviewCount']],
  recommended: ['bestRating'],
  forms: { ratingValue: 'rating', bestRating: 'number', ratingCount: 'integer', reviewCount: 'integer' },
};

const named: Shape = { required: ['name'] };

export const review: Shape = {
  required: ['author', 'reviewRating'],
  recommended: ['datePublished'],
  inside: { author: { '*': named }, reviewRating: { Rating: rating } },
};

const priceSpecification: Shape = {
  required: ['price'],
  recommended: ['priceCurrency'],
  forms: { price: 'number' },
};

export const offer: Shape = {
  required: [['price', 'priceSpecification']],
  recommended: ['availability', ['priceCurrency', 'priceSpecification'], 'priceValidUntil'],
  forms: { price: 'number' },
  inside: { priceSpecification: { PriceSpecification: priceSpecification } },
};

export const aggregateOffer: Shape = {
  required: ['lowPrice', 'priceCurrency'],
  recommended: ['highPrice', 'offerCount'],
  forms: { lowPrice: 'number', highPrice: 'number', offerCount: 'integer' },
};

/** A person or organization that should be identified as well as named. */
export const author: Shape = { required: [], recommended: ['name', ['url', 'sameAs']] };
