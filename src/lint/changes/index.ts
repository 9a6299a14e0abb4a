import { acceleratorsRestart } from './accelerators-restart/rule';
import { ChangeRule } from './changes';
import { claimsLeftBehind } from './claims-left-behind/rule';
import { everythingRestarts } from './everything-restarts/rule';
import { keptTemplateChanges } from './kept-template-changes/rule';
import { lessProtected } from './less-protected/rule';
import { ordinalsMove } from './ordinals-move/rule';
import { otherData } from './other-data/rule';
import { podsFromAnotherObject } from './pods-from-another-object/rule';
import { refusedChange } from './refused-change/rule';
import { removedWhileUsed } from './removed-while-used/rule';
import { replicasTakenOut } from './replicas-taken-out/rule';
import { restartWithoutChange } from './restart-without-change/rule';
import { serviceLosesPods } from './service-loses-pods/rule';

/** Every rule over changes, by id. */
export const CHANGE_RULES: readonly ChangeRule[] = [
  refusedChange, ordinalsMove, claimsLeftBehind, replicasTakenOut, everythingRestarts, removedWhileUsed, acceleratorsRestart,
  restartWithoutChange, otherData, lessProtected, serviceLosesPods, podsFromAnotherObject, keptTemplateChanges,
];
