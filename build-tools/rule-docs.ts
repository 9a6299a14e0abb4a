/*
 * Writes docs/rules from the rules, the notices and the fixtures; pages of what is gone go. With --check it writes nothing, and the status is 1 when a page
 * is not as it would be written.
 */
import { writePages } from './generated-pages';
import { rulePages } from './rule-pages';

writePages('docs/rules', rulePages(), process.argv.includes('--check'));
