import type { Plugin } from 'vite';

export function plainFields(): Plugin;
