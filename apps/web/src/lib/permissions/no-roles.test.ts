import { expect, it } from 'vitest'

const SOURCES = import.meta.glob<string>('../../{app,shell,lib,resource,features}/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** A decision by role or user name instead of by permission. */
const BY_ROLE =
  /\b(?:hasRole|isAdmin|isSuperAdmin|userRoles?|roleCodes?)\b\s*(?:\(|[=!]==|\.(?:includes|some|has)\b)|(?:username|realname|roleCode|roleName)\s*[=!]==?\s*['"`](?!['"`])/

it('[SS-49] no role or user name decides anything in the console', () => {
  const files = Object.entries(SOURCES).filter(([path]) => !/\.test\.tsx?$/.test(path))
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter(([, source]) => BY_ROLE.test(source)).map(([path]) => path)).toEqual([])
  for (const decision of [
    "user.roleCode === 'admin'",
    "if (hasRole('admin'))",
    "roleCodes.includes('duty')",
    "username === 'admin'",
  ])
    expect(BY_ROLE.test(decision), decision).toBe(true)
})
