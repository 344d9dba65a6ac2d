export async function startDemoSite(): Promise<{ url: string; close(): Promise<void> }> { return { url: 'http://127.0.0.1:9/', close: async () => undefined }; }
