import * as fc from 'fast-check';
import { Expressions, Setting, calls, literals, mostly, oneOf, values } from './combinators';

/** What no count is, and what no field of 32 bits holds. */
const ODD_NUMBERS = fc.constantFrom(0, -1, 0.5, 1.5, NaN, Infinity, -Infinity, -0, 1e9, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53, 1e21, 1e-7);

/** A whole number, usually between two bounds. */
export function counts(setting: Setting, min: number, max: number): Expressions {
  return literals(mostly(setting, fc.integer({ min, max }), ODD_NUMBERS));
}

export function ports(setting: Setting): Expressions {
  return literals(mostly(setting, fc.oneof(fc.constantFrom(80, 443, 8000, 8080, 9090, 50051), fc.integer({ min: 1024, max: 65535 })),
    fc.oneof(ODD_NUMBERS, fc.constantFrom(1, 65535, 65536, 2222, 5600, 6379, 9400, 29500))));
}

/** Whole seconds, usually between two bounds; beyond them what cdk8s takes and Kubernetes may not. */
export function durations(setting: Setting, min: number, max: number): Expressions {
  const [least, most] = [Math.ceil(min / 60), Math.floor(max / 60)];
  const seconds = calls('Duration.seconds', literals(fc.integer({ min, max })));
  return mostly(setting,
    least > most ? seconds : oneOf(seconds, calls('Duration.minutes', literals(fc.integer({ min: least, max: most })))),
    oneOf(calls('Duration.seconds', values(0, 1, 0.5, 3600, 3601, 86400, 86401, 1e9, 2 ** 31, 2 ** 40)), calls('Duration.millis', values(1, 1500, 999)), calls('Duration.days', values(1, 365, 40000))));
}

const ODD_QUANTITIES = fc.constantFrom(
  '', '0', '-1', '-1Gi', '1', '1.5Gi', '1.1G', '1e3', '1E3', '1e-3', '100m', '1n', '0.0001', '.5', '5.', '+5', '1 Gi', '1GiB', 'Gi', '1gi', '1KI', '1k', '1K', '9Ei', '16Ei', '8E', '1e30',
  '0x10', '1_000', '00012', '0.30000000000000004', '3.0000000000000001', '123456789123456789123', '\u0661Gi');

/** Bytes as Kubernetes writes them. */
export function bytes(setting: Setting, ...usual: readonly string[]): Expressions {
  return literals(mostly(setting, fc.constantFrom(...usual), ODD_QUANTITIES));
}

/** Cores as Kubernetes writes them. */
export function cores(setting: Setting): Expressions {
  return literals(mostly(setting, fc.constantFrom('1', '8', '500m', '1.5', '96'), ODD_QUANTITIES));
}

/** Sizes as cdk8s makes them; it prints some in another unit. */
export function sizes(setting: Setting): Expressions {
  return mostly(setting,
    calls('Size.gibibytes', values(1, 16, 100)),
    oneOf(calls('Size.gibibytes', values(0, 0.5, 1.5, 5000)), calls('Size.mebibytes', values(1, 64, 1.5)), calls('Size.kibibytes', values(1, 500, 0.5)), calls('Size.tebibytes', values(2, 0.1))));
}
