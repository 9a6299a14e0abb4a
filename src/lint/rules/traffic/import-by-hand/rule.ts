import { asObject, isPresent } from '../../../../base/reading';
import { KARMADA_POLICIES } from '../../../../knowledge/multi-cluster';
import { Manifest } from '../../../../kubernetes/manifest';
import { exportOf, serviceImports } from '../../../facts/cluster-sets';
import { Rule } from '../../rule';

/** What the controllers of the clusters make of each export. */
export const importByHand: Rule = {
  id: 'AIW2830',
  title: 'ServiceImport beside its export',
  class: 'risky',
  reason: 'The controller makes the ServiceImport of an export in every cluster that has the namespace, and keeps ports, type and address as the exports say. One that is applied as well is overwritten, or keeps the controller from making its own: it has no address, and its name is not answered.',
  source: 'KEP-1645, Importing Services: the controller is solely responsible for ServiceImports',
  remedy: 'Delete the ServiceImport: the ServiceExport is enough. Clients of any cluster ask for NAME.NAMESPACE.svc.clusterset.local.',
  appliesTo: ['ServiceImport'],
  but: 'nothing where policies of Karmada are in the input: there users write it',
  check: (facts, report) => {
    if (KARMADA_POLICIES.some(type => facts.ofType(type).length > 0)) {
      return;
    }
    serviceImports(facts).filter(each => !isOfCluster(each) && exportOf(facts, each.place, each.name)).forEach(each => report(each, {
      field: 'metadata.name',
      message: `Forbidden: ServiceExport "${each.name}" is exported in the same namespace, and the controller makes the ServiceImport of it`,
      help: 'leave it out',
    }));
  },
};

/** Read from a server: what its controller has made. */
function isOfCluster({ body }: Manifest): boolean {
  const { uid, ownerReferences } = asObject(body.metadata);
  return [body.status, uid, ownerReferences].some(isPresent);
}
