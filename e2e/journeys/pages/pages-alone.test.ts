import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { addRoleOfPage, pagesOfMenu } from '../../drivers/database.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('every page of the menu', () => {
  const stage = setStage()

  it('opens for whoever was granted it alone, without a call that is refused', async () => {
    const { dataDir } = stage.server
    const refused: Record<string, readonly string[]> = {}
    const shut: string[] = []
    const pages = await pagesOfMenu(dataDir)
    const { operator } = stage
    const paths = operator.wire.answeredWith(403)
    expect(pages.length).toBeGreaterThan(30)
    for (const { id, name, url } of pages) {
      await addRoleOfPage(dataDir, `only-${id}`, id)
      const person = await stage.person(`only-${id}`, `only-${id}`)
      const before = paths.length
      await operator.makesRoom()
      await operator.signIn(person, url)
      if (await operator.words('没有访问该页面的权限，请联系管理员授权').isThere()) shut.push(name)
      const own = new Set(paths.slice(before))
      if (own.size > 0) refused[`${name} ${url}`] = [...own]
    }
    expect(refused).toEqual({})
    // What opens them changes something: that is ticked by itself, and the page says so.
    expect(shut.sort()).toEqual(['在线报表', '我的部门'])
  }, 600_000)
})
