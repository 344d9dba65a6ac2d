import { type GoogleRule, googleSource } from './rule.ts';
import { aggregateOffer, aggregateRating, offer, review } from './shapes.ts';

const READ = '2026-01-13';

export const commerceRules: readonly GoogleRule[] = [
  {
    id: 'product',
    types: ['Product'],
    except: ['ProductGroup'],
    where: 'outermost',
    required: ['name', ['offers', 'review', 'aggregateRating']],
    recommended: ['image', 'description', 'brand', ['gtin', 'gtin8', 'gtin12', 'gtin13', 'gtin14', 'isbn', 'mpn', 'sku']],
    inside: {
      offers: { AggregateOffer: aggregateOffer, Offer: offer },
      review: { Review: review },
      aggregateRating: { AggregateRating: aggregateRating },
    },
    source: googleSource(
      'product-snippet',
      READ,
      'Compared with both validators. Image, description, brand and identifiers are from the page merchant-listing; there, image and offers are required for merchant listings.',
    ),
  },
  {
    id: 'review',
    types: ['Review'],
    where: 'outermost',
    ...review,
    required: [...(review.required ?? []), 'itemReviewed'],
    inside: { ...review.inside, itemReviewed: { '*': { required: ['name'] } } },
    source: googleSource('review-snippet', '2026-02-04', 'Compared with both validators. Nested reviews need no itemReviewed.'),
  },
  {
    id: 'aggregate-rating',
    types: ['AggregateRating'],
    except: ['EmployerAggregateRating'],
    where: 'outermost',
    ...aggregateRating,
    required: [...(aggregateRating.required ?? []), 'itemReviewed'],
    inside: { itemReviewed: { '*': { required: ['name'] } } },
    source: googleSource('review-snippet', '2026-02-04', 'Compared with one validator. Nested ratings need no itemReviewed.'),
  },
  {
    id: 'organization',
    types: ['Organization'],
    except: ['LocalBusiness'],
    where: 'outermost',
    recommended: ['name', 'url', 'logo'],
    source: googleSource(
      'organization',
      READ,
      'Nothing is required. Google names more than twenty recommended properties, of which each site should give those that fit; these three fit every organization.',
    ),
  },
  {
    id: 'local-business',
    types: ['LocalBusiness'],
    where: 'outermost',
    required: ['name', 'address'],
    recommended: ['geo', 'openingHoursSpecification', 'telephone', 'url'],
    inside: {
      geo: { GeoCoordinates: { recommended: ['latitude', 'longitude'], forms: { latitude: 'number', longitude: 'number' } } },
      aggregateRating: { AggregateRating: aggregateRating },
      review: { Review: review },
    },
    source: googleSource(
      'local-business',
      READ,
      'The compared shapes also require an image; that is for restaurant carousels only, as far as we know, and is not required here. Properties that do not fit every business are omitted.',
    ),
  },
];
