import type { Sealer } from '#main/key-store.ts';

/** A key store that turns the text around, so that a test finds what was written unsealed. */
export const plainSealer: Sealer = {
  isAvailable: async () => true,
  seal: async text => Buffer.from([...text].reverse().join('')),
  open: async sealed => [...sealed.toString()].reverse().join(''),
};
