const feedTypes = new Set(['application/rss+xml', 'application/atom+xml', 'application/feed+json', 'application/rdf+xml']);

/** Whether the `type` of an alternate says that it is a feed: then it is no other version of the page, whatever its hreflang says. */
export const isFeedType = (type: string): boolean => feedTypes.has((type.split(';', 1)[0] as string).trim().toLowerCase());
