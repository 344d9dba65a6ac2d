import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { type ReportLogo, siteReportLimits } from '#shared/model/site-report.ts';
import { fail } from '#shared/rpc/errors.ts';

/** The first bytes of PNG (its specification, section 5.2) and of JPEG (ITU-T T.81, B.1.1.3). */
const signatures = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
} as const satisfies Record<ReportLogo['type'], readonly number[]>;

/**
 * Reads a picture for a report. Its first bytes decide its type, not its name. Throws an RpcError: too large, or neither PNG nor JPEG. SVG
 * is refused because it can contain scripts and load other files.
 */
export function readLogo(path: string): ReportLogo {
  const name = basename(path);
  const { size } = statSync(path);
  if (size > siteReportLimits.logoBytes)
    return fail('bad_request', `The logo ${name} has ${size} bytes; ${siteReportLimits.logoBytes} are allowed. Save it smaller.`);
  const bytes = readFileSync(path);
  for (const [type, signature] of Object.entries(signatures) as [ReportLogo['type'], readonly number[]][])
    if (signature.every((byte, at) => bytes[at] === byte)) return { type, base64: bytes.toString('base64') };
  return /\.svgz?$/i.test(name) || bytes.subarray(0, 1_000).includes('<svg')
    ? fail('bad_request', `The logo ${name} is an SVG file, which can contain scripts. Save it as PNG.`)
    : fail('bad_request', `The logo ${name} is neither PNG nor JPEG. Save it as one of them.`);
}
