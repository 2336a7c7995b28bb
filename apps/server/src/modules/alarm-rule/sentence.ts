import type { RuleBody } from '@natim/domain/alarm/rule'

/** 读作: a line for what is watched, one a branch, and what follows. */
export const sentenceLines = (body: RuleBody): string[] => body.branches.map(({ type }) => type)
