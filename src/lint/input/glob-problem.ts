/** Why a glob is not taken. */
export class GlobProblem extends Error {}
