const LINES = [
  '今日无事，便是大事办好。',
  '数据在线，心里有数。',
  '先看趋势，再看数值。',
  '值守在前，处置在先。',
  '每一条报警都有人看见。',
  '空气看不见，我们看得见。',
  '核对两遍，放心一天。',
  '交接清楚，才算下班。',
] as const

/**
 * One welcome line per sign-in (SS-46). Derived from the random token, so it stays the same for the session without
 * being stored.
 */
export function welcomeOf(token: string): string {
  let sum = 0
  for (const character of token) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return LINES[sum % LINES.length] ?? LINES[0]
}
