import { serviceExports } from '../../../facts/cluster-sets';
import { Rule } from '../../rule';
import { BUT_MISSING, reportMissing } from '../../wording';

/** An export names its Service by its own name and namespace, and by nothing else. */
export const exportWithoutService: Rule = {
  id: 'AIW2820',
  title: 'export of a Service that is not there or cannot be exported',
  class: 'broken',
  reason: 'A ServiceExport exports the Service of its own name in its own namespace. Without one it gets the condition Valid: False (NoService), with one of the type ExternalName InvalidServiceType, and no cluster imports anything.',
  source: 'mcs-api pkg/apis/v1beta1/serviceexport.go ServiceExportReasonNoService, ServiceExportReasonInvalidServiceType (v0.5.2); KEP-1645, Exporting Services, Service Types',
  remedy: 'Give the export the name and namespace of the Service. An ExternalName Service is made in each cluster instead.',
  appliesTo: ['ServiceExport'],
  but: BUT_MISSING,
  check: (facts, report) => serviceExports(facts).forEach(each => {
    const { place, name, isOurs } = each;
    const service = facts.find('Service', place, name);
    if (!service) {
      reportMissing(facts, report, { subject: each, field: 'metadata.name', type: 'Service', place, name, isOurs });
    } else if (service.spec.type === 'ExternalName') {
      report(each, {
        field: 'metadata.name',
        message: `Invalid value: ${JSON.stringify(name)}: ${service.toString()} has the type ExternalName, which cannot be merged with those of other clusters`,
        help: 'leave the export out, and make the ExternalName Service in each cluster',
      });
    }
  }),
};
