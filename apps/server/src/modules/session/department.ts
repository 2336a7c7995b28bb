/**
 * Department a user works in: the last chosen one if they still belong to it, else the first (contract/10 §1.2).
 *
 * @param departs all of the user's departments, ordered by code
 */
export function departmentOf(current: string | null, departs: readonly { readonly orgCode: string }[]): string | null {
  const stillMember = departs.some((depart) => depart.orgCode === current)
  return stillMember ? current : (departs[0]?.orgCode ?? current)
}
