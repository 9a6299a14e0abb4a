import { Minor } from '../../harness/api-server';

/** What the servers may say about accepted objects, and why that is right. Anything else fails. */
export const EXPECTED_WARNINGS: readonly { readonly minor: Minor; readonly text: string; readonly reason: string }[] = [
  {
    minor: '1.33',
    text: 'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
    reason: '1.33 refuses the newer name; the warning comes from the code of 1.36, which an emulated 1.33 shares',
  },
];

/** Warnings that nobody expects. */
export function unexpected(warnings: readonly string[]): string[] {
  return warnings.filter(warning => !EXPECTED_WARNINGS.some(({ minor, text }) => warning.startsWith(`${minor} `) && warning.endsWith(`: ${text}`)));
}
