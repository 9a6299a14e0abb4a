import { Finding } from '../../base/findings/finding';
import { Accepted } from '../acknowledgements/accepted-findings';
import { findConfiguration } from '../input/nearest';
import { unreadable } from '../input/objects';
import { UnusableInput } from '../input/paths';
import { NOTHING_OUTSIDE, Outside } from '../run/outside';

/** What the configuration of a repository says to the synth of an app in it. */
export interface SynthSettings {
  readonly accepted: readonly Accepted[];
  readonly outside: Outside;
  /** The configuration cannot be read. */
  readonly findings: readonly Finding[];
}

const NOTHING: SynthSettings = { accepted: [], outside: NOTHING_OUTSIDE, findings: [] };

/**
 * The acknowledgements and outside objects of the nearest `.cdk8s-ai.yaml` of the working folder, as the command line reads it. What the cluster is, says the
 * Target of the app. An entry that names a file speaks of files only; and none is stale here, since it may be meant for the rest of the repository.
 */
export function synthSettings(): SynthSettings {
  const file = findConfiguration(process.cwd());
  if (file === undefined) {
    return NOTHING;
  }
  try {
    // Loaded late: most apps have none, and it brings the YAML reader along.
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
