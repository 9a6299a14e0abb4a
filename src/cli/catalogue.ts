import * as live from './server/notices';
import { Notice } from '../base/findings/notice';
import * as found from '../base/findings/notices';
import * as engines from '../engines/notices';
import * as vllm from '../engines/vllm/notices';
import * as given from '../given/mistakes/notices';
import * as kubernetes from '../kubernetes/notices';
import { CHANGE_RULES } from '../lint/changes';
import * as run from '../lint/notices/notices';
import { SERVER_NOTICES } from '../lint/notices/server-notices';
import { RULES } from '../lint/rules';
import * as patterns from '../patterns/notices';
import * as pods from '../pod/notices';
import * as surroundings from '../surroundings/notices';

/** Everything that can be found beside the rules. Whoever makes a finding has its notice in a file beside it; here is where all of them meet. */
export const NOTICES: readonly Notice[] = [
  ...[found, engines, vllm, given, kubernetes, run, patterns, pods, surroundings, live].flatMap(each => Object.values<Notice>(each)),
  ...SERVER_NOTICES,
];

/** Everything that can be found, by id: the one place of their order. */
export const CATALOGUE: readonly Notice[] = [...RULES, ...CHANGE_RULES, ...NOTICES].sort((one, other) => (one.id < other.id ? -1 : 1));
