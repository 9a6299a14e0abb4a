import { Finding } from '../../base/findings/finding';
import { Accepted } from '../acknowledgements/accepted-findings';
import { findConfiguration } from '../input/nearest';
import { unreadable } from '../input/objects';
import { UnusableInput } from '../input/paths';
import { NOTHING_OUTSIDE, Outside } from '../run/outside';

/** Settings of the repository's configuration that apply to a synth. */
export interface SynthSettings {
  readonly accepted: readonly Accepted[];
  readonly outside: Outside;
  /** A finding if the configuration cannot be read. */
  readonly findings: readonly Finding[];
}

const NOTHING: SynthSettings = { accepted: [], outside: NOTHING_OUTSIDE, findings: [] };

/**
 * Acknowledgements and outside objects of the nearest `.cdk8s-ai.yaml`, from the working folder upwards. The cluster comes from the app's Target
 * instead. Entries for files do not apply; and none counts as unused, since it may be meant for other files of the repository.
 */
export function synthSettings(): SynthSettings {
  const file = findConfiguration(process.cwd());
  if (file === undefined) {
    return NOTHING;
  }
  try {
    // Loaded late: most apps have no configuration, and this loads the YAML reader.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { acceptedBy, outsideOf, readConfiguration } = require('../input/configuration') as typeof import('../input/configuration');
    const configuration = readConfiguration(file);
    return { accepted: acceptedBy(configuration).map(each => ({ ...each, stale: undefined })), outside: outsideOf(configuration), findings: [] };
  } catch (error) {
    if (!(error instanceof UnusableInput)) {
      throw error;
    }
    return { ...NOTHING, findings: [{ ...unreadable(error.message), help: 'repair the configuration: what it accepts is not known' }] };
  }
}
