/** Thrown for a glob that is not accepted; the message is the reason. */
export class GlobProblem extends Error {}
