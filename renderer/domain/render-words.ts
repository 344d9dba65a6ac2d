/** Before a browser runs scripts of a file that this installation does not know. */
export const foreignScriptsNote =
  'This crawl was made by another installation. To render its pages, a browser on this computer runs their scripts. It has no network of its own and nothing of yours: Crawlscope requests robots.txt and what the pages need. Allow it if you trust where the file comes from.';
