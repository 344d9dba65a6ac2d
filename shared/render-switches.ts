/** Chromium's switches for a browser that renders pages of strangers, one by one. */
export type Switch = readonly [name: string, value?: string];

/** Parts of Chromium that request, listen or measure on their own, or that answer a page before the Fetch domain sees it. */
const featuresOff = [
  'AcceptCHFrame',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'InterestFeedContentSuggestions',
  'IsolateOrigins',
  'IsolateSandboxedIframes',
  'LensOverlay',
  'LocalNetworkAccessChecks',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'Prerender2',
  'PrivacySandboxSettings4',
  'SegmentationPlatform',
  'ServiceWorkerAutoPreload',
  'SpareRendererForSitePerProcess',
  'SpeculationRulesPrefetchFuture',
  'Translate',
  'WebRtcHideLocalIpsWithMdns',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'site-per-process',
];

/**
 * No network: no name resolves, IP addresses included, no proxy, no UDP, nothing on the browser's own behalf. Also used by the Electron that
 * renders.
 */
export const networkSwitches: readonly Switch[] = [
  ['host-resolver-rules', 'MAP * ~NOTFOUND'],
  ['no-proxy-server'],
  ['webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
  ['force-webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
  ['disable-quic'],
  ['disable-background-networking'],
  ['disable-component-update'],
  ['disable-domain-reliability'],
  ['disable-sync'],
  ['disable-breakpad'],
  ['disable-crash-reporter'],
  ['disable-client-side-phishing-detection'],
  ['disable-field-trial-config'],
  ['dns-prefetch-disable'],
  ['no-pings'],
  ['metrics-recording-only'],
  ['disable-features', featuresOff.join(',')],
];

/**
 * A page and its frames share one process: virtual time then holds for all of them, and one process is the page. No process ever holds two
 * pages, because each has a browser context of its own, which starts empty.
 */
export const renderSwitches: readonly Switch[] = [
  ['disable-site-isolation-trials'],
  ['disable-renderer-backgrounding'],
  ['disable-background-timer-throttling'],
  ['disable-backgrounding-occluded-windows'],
  ['disable-speech-api'],
  ['disable-default-apps'],
  ['disable-extensions'],
  ['disable-component-extensions-with-background-pages'],
  ['disable-search-engine-choice-screen'],
  ['disable-external-intent-requests'],
  ['deny-permission-prompts'],
  ['disable-gpu'],
  ['hide-scrollbars'],
  ['mute-audio'],
  ['no-first-run'],
  ['no-default-browser-check'],
  ['no-service-autorun'],
  ['no-startup-window'],
  ['password-store', 'basic'],
  ['use-mock-keychain'],
  ['force-color-profile', 'srgb'],
  ['disable-dev-shm-usage'],
];
