import { expect, it } from 'vitest'
import { chooseAccount, parsePasswd } from './account.ts'

it('reads names and numbers, and skips malformed lines', () => {
  const text = 'root:x:0:0:root:/root:/bin/bash\n\n# comment\n+::::::\nnobody:x:65534:65533::/:/sbin/nologin\n'
  expect(parsePasswd(text)).toEqual([
    { name: 'root', uid: 0, gid: 0 },
    { name: 'nobody', uid: 65_534, gid: 65_533 },
  ])
})

it('does not consult the passwd file on macOS, which does not list its users', async () => {
  const nobodyHas = 4_000_000_000
  expect(await chooseAccount('/nowhere', { platform: 'darwin', ownUid: nobodyHas })).toBeUndefined()
  await expect(chooseAccount('/nowhere', { platform: 'linux', ownUid: nobodyHas })).rejects.toThrow('/etc/passwd')
})
