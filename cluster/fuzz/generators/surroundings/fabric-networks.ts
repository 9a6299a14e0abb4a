import * as fc from 'fast-check';
import { FabricNetworkDifference, FabricNetworkSettings, FabricNetworksProps } from '../../../../src';
import { Expression, Statement, construct, path } from '../../expression';
import { Expressions, Fields, Setting, absent, calls, flag, lists, literals, oneOf, rarely, sometimes, struct } from '../combinators';
import { counts } from '../numbers';
import { fresh } from '../references';
import { formed, names } from '../texts';

export function fabricNetworks(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<FabricNetworksProps>({
    workload,
    ...settings(setting, 30),
    networks: rarely(lists(struct<FabricNetworkDifference>({ name: literals(names(setting, 'rail-0', 'rail-1')), ...settings(setting, 60) }), 1, 2)),
    exclusiveRdma: sometimes(flag),
  })).map(([id, props]) => [{ value: construct('FabricNetworks', path('chart'), id, props) }]);
}

function settings(setting: Setting, withoutAddresses: number): Fields<FabricNetworkSettings> {
  return { plugin: absent(20, plugin(setting)), addresses: absent(withoutAddresses, addresses(setting)), mtu: rarely(counts(setting, 1500, 9000)) };
}

function plugin(setting: Setting): Expressions {
  const parent = formed(setting, fc.constantFrom('ens1f0np0', 'ibs1f0'), fc.constantFrom('', 'a b', 'x'.repeat(16)));
  return oneOf(
    calls('NetworkPlugin.hostDevice'),
    calls('NetworkPlugin.sriov', sometimes(counts(setting, 1, 4094))),
    calls('NetworkPlugin.infiniBandSriov', sometimes(formed(setting, fc.constantFrom('0x5', '0x7fff'), fc.constantFrom('', '5', '0x12345')))),
    calls('NetworkPlugin.macvlan', parent),
    calls('NetworkPlugin.ipoib', parent),
    calls('NetworkPlugin.other', formed(setting, fc.constantFrom('ovs', 'ipvlan'), fc.constantFrom('', 'ib-sriov-cni', 'whereabouts', 'a/b')), sometimes(struct<{ master: string }>({ master: parent }))));
}

function addresses(setting: Setting): fc.Arbitrary<Expression> {
  const network = formed(setting, fc.constantFrom('192.168.2.0/24', 'fd00::/64'), fc.constantFrom('', '10.0.0.0', 'a/24'));
  return oneOf(
    calls('NetworkAddresses.whereabouts', network, sometimes(lists(network, 0, 1))),
    calls('NetworkAddresses.nvIpam', formed(setting, fc.constantFrom('rail-0', 'pool'), fc.constant(''))),
    calls('NetworkAddresses.none'));
}
