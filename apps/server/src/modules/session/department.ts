/**
 * In which department somebody works: the one he chose last, as long as he belongs to it, else the first
 * (contract/10 §1.2).
 *
 * @param departs all he belongs to, in the order of their codes
 */
export function departmentOf(current: string | null, departs: readonly { readonly orgCode: string }[]): string | null {
  const stillMember = departs.some((depart) => depart.orgCode === current)
  return stillMember ? current : (departs[0]?.orgCode ?? current)
}
