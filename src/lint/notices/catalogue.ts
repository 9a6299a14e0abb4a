import { Notice } from '../../base/findings/notice';
import { CHANGE_RULES } from '../changes';
import { NOTICES } from './notices';
import { RULES } from '../rules';

/** Everything that can be found, by id. */
export const CATALOGUE: readonly Notice[] = [...RULES, ...CHANGE_RULES, ...NOTICES].sort((one, other) => (one.id < other.id ? -1 : 1));
