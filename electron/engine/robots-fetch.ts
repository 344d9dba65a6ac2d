export async function fetchRobotsText(_url: string): Promise<{ bytes: Uint8Array } | { problem: string }> { return { problem: 'stub engine' }; }
