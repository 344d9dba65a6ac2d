import type { Plugin } from 'vite';

export function plainExports(): Plugin;
