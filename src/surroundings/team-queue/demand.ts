import { ApiObject } from 'cdk8s';
import { Requests, isOfBytes, requestsOfPod, sumOf, timesOf } from '../../kubernetes/pod-requests';
import { podSetsIn } from '../pod-templates';

/** Pods of one kind: what each asks for, and how many there are. */
export interface PodDemand {
  readonly requests: Requests;
  readonly pods: number;
}

/** What the pods of some objects ask for, as they stand in the manifests. */
export function demandOf(objects: readonly ApiObject[]): PodDemand[] {
  return objects.flatMap(object => podSetsIn(object).map(({ spec, pods }) => ({ requests: requestsOfPod(spec), pods: pods ?? 1 })));
}

const NANO = 1_000_000_000n;
const GI = NANO * 1024n ** 3n;

/** What of other resources goes with each device: the most that any pod with devices asks for, by device. */
export function perDevice(demand: readonly PodDemand[], device: string): Requests {
  const result = new Map<string, bigint>();
  for (const { requests } of demand) {
    const devices = requests.get(device) ?? 0n;
    if (devices > 0n) {
      requests.forEach((amount, name) => {
        const each = (amount * NANO + devices - 1n) / devices;
        if (name !== device && each > (result.get(name) ?? -1n)) {
          result.set(name, each);
        }
      });
    }
  }
  return result;
}

/** What pods without devices ask for, all of them together. */
export function withoutDevice(demand: readonly PodDemand[], device: string | undefined): Requests {
  const without = demand.filter(({ requests }) => device === undefined || (requests.get(device) ?? 0n) === 0n);
  return sumOf(without.map(({ pods, requests }) => timesOf(pods, requests)));
}

/** Up to the next whole core, or the next whole gibibyte of memory. */
export function rounded(name: string, amount: bigint): bigint {
  const unit = isOfBytes(name) ? GI : NANO;
  return (amount + unit - 1n) / unit * unit;
}
