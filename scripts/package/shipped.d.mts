import type { Plugin } from 'vite';

export function packageOf(id: string): string | null;
export function shippedPackages(name: string): Plugin;
