import { FabricNetworks, NetworkAddresses } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  'yes': (chart, workload) => new FabricNetworks(chart, 'around', { workload }),
  'with `addresses`': (chart, workload) => new FabricNetworks(chart, 'around', { workload, addresses: NetworkAddresses.whereabouts('192.168.2.0/24') }),
};
