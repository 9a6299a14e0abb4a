/** A requirement as the pool has it. */
export interface RequirementPlan {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
  /** Why it is there. */
  readonly why: string;
}

export function requirement(key: string, values: readonly string[], why: string, operator: string = 'In'): RequirementPlan {
  return { key, operator, values, why };
}
