import type { RenderDevice } from '#shared/model/rendering.ts';

/** A screen as Google's crawlers report it to scripts. */
export interface Device {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly mobile: boolean;
  /** Platform that scripts see. */
  readonly platform: string;
  readonly userAgent: (chromeMajor: number, name: string) => string;
}

/**
 * Google publishes the user agents ("Google's common crawlers": Nexus 5X with Android 6.0.1 for the smartphone crawler, the major version of
 * Chrome in its place). The screens are those that both crawlers report to scripts: 412×732 at 2.625 for a Nexus 5X, and 1024×768.
 */
export const devices: Readonly<Record<RenderDevice, Device>> = {
  smartphone: {
    width: 412,
    height: 732,
    scale: 2.625,
    mobile: true,
    platform: 'Linux armv8l',
    userAgent: (major, name) =>
      `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36 (compatible; ${name})`,
  },
  desktop: {
    width: 1024,
    height: 768,
    scale: 1,
    mobile: false,
    platform: 'Linux x86_64',
    userAgent: (major, name) =>
      `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${name}) Chrome/${major}.0.0.0 Safari/537.36`,
  },
};
