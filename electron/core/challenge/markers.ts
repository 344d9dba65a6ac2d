/** A marker of a challenge page, which makes visitors prove that they are human instead of showing the content. */
export interface ChallengeMarker {
  readonly vendor: string;
  /** A header by its name, with a value that contains this text; or text in the first 64 KiB of the body. */
  readonly header?: string;
  readonly text: string;
  /** `any`: it is found in challenges only. `refused`: ordinary pages have it too, so the status must refuse as well. */
  readonly when: 'any' | 'refused';
  /** Where the sign is documented, or who observed it. */
  readonly source: string;
}

const cloudflare = 'https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/';
const aws = 'https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-how-it-works.html';
const datadome = 'https://docs.datadome.co/docs/captcha-page';
const human = 'https://docs.humansecurity.com/applications-and-accounts/docs/block-page';
const imperva = 'https://docs.imperva.com/bundle/cloud-application-security/page/settings/error-pages.htm';
const sucuri = 'https://docs.sucuri.net/website-firewall/';
const hcaptcha = 'https://docs.hcaptcha.com/';
const recaptcha = 'https://developers.google.com/recaptcha/docs/display';
const observed = 'Ours: as observed on the page itself';

/** In the order of their certainty: the first that is found names the vendor. */
export const challengeMarkers: readonly ChallengeMarker[] = [
  { vendor: 'Cloudflare', header: 'cf-mitigated', text: 'challenge', when: 'any', source: cloudflare },
  { vendor: 'AWS WAF', header: 'x-amzn-waf-action', text: 'challenge', when: 'any', source: aws },
  { vendor: 'AWS WAF', header: 'x-amzn-waf-action', text: 'captcha', when: 'any', source: aws },
  { vendor: 'Cloudflare', text: '_cf_chl_opt', when: 'any', source: observed },
  { vendor: 'Cloudflare', text: 'cf-browser-verification', when: 'any', source: observed },
  { vendor: 'Cloudflare', text: 'Attention Required! | Cloudflare', when: 'refused', source: observed },
  { vendor: 'Cloudflare', text: '<title>Just a moment...</title>', when: 'refused', source: observed },
  { vendor: 'AWS WAF', text: 'awsWafCookieDomainList', when: 'refused', source: aws },
  { vendor: 'Akamai', text: 'sec-if-cpt-container', when: 'any', source: observed },
  { vendor: 'Akamai', text: '/_sec/verify?provider=interstitial', when: 'any', source: observed },
  { vendor: 'DataDome', text: 'geo.captcha-delivery.com', when: 'any', source: datadome },
  { vendor: 'DataDome', text: 'ct.captcha-delivery.com', when: 'any', source: datadome },
  { vendor: 'DataDome', header: 'x-datadome', text: '', when: 'refused', source: datadome },
  { vendor: 'HUMAN (PerimeterX)', text: 'id="px-captcha"', when: 'any', source: human },
  { vendor: 'HUMAN (PerimeterX)', text: 'captcha.px-cdn.net', when: 'refused', source: human },
  { vendor: 'HUMAN (PerimeterX)', text: '/whywasiblocked', when: 'refused', source: human },
  { vendor: 'Imperva (Incapsula)', text: '_Incapsula_Resource?SWUDNSAI', when: 'any', source: imperva },
  { vendor: 'Imperva (Incapsula)', text: 'Incapsula incident ID', when: 'any', source: imperva },
  { vendor: 'Imperva (Incapsula)', text: '_Incapsula_Resource', when: 'refused', source: imperva },
  { vendor: 'Sucuri', text: 'sucuri_cloudproxy_js', when: 'any', source: sucuri },
  { vendor: 'Sucuri', text: 'Sucuri WebSite Firewall', when: 'refused', source: sucuri },
  { vendor: 'DDoS-Guard', text: '/.well-known/ddos-guard/', when: 'refused', source: observed },
  { vendor: 'DDoS-Guard', text: '<title>DDoS-Guard</title>', when: 'any', source: observed },
  { vendor: 'hCaptcha', text: 'hcaptcha.com/1/api.js', when: 'refused', source: hcaptcha },
  { vendor: 'hCaptcha', text: 'class="h-captcha"', when: 'refused', source: hcaptcha },
  { vendor: 'reCAPTCHA', text: '/recaptcha/api.js', when: 'refused', source: recaptcha },
  { vendor: 'reCAPTCHA', text: 'class="g-recaptcha"', when: 'refused', source: recaptcha },
];
