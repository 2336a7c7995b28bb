/**
 * In which department somebody works: the one they chose last, as long as they belong to it, else the first
 * (contract/10 §1.2).
 *
 * @param departs all they belong to, in the order of their codes
 */
export function departmentOf(current: string | null, departs: readonly { readonly orgCode: string }[]): string | null {
  const stillMember = departs.some((depart) => depart.orgCode === current)
  return stillMember ? current : (departs[0]?.orgCode ?? current)
}
