import { MODAL_PX } from '@natim/contract/constants'
import { beforeAll, expect, it } from 'vitest'
import { DESKTOP, describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { addPosition, equip } from '../../drivers/database.ts'
import { Pickers } from '../../drivers/pickers.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('pickers', () => {
  const stage = setStage()
  beforeAll(async () => {
    const { dataDir } = stage.server
    for (const [username, departs] of [
      ['pick-north', { PKN: '浦北值班处' }],
      ['pick-south', { PKS: '浦南值班处' }],
    ] as const) {
      await stage.person(username, 'analyst')
      await equip(dataDir, username, { departs })
    }
    await addPosition(dataDir, 'pick-lead', '浦口值班长')
  })

  it('[CO-10] [WG-30] [WG-32] [WG-37] users are found by department or account, departments by name', async () => {
    const operator = await stage.enter(ADMIN, '/test/gallery?only=-picker')
    const pickers = new Pickers(operator)
    const users = await pickers.open('负责人', '选择用户', '根据部门选择用户')
    expect((await users.box()).width).toBe(MODAL_PX.userPicker)
    expect(await pickers.field('负责人').attribute('readonly')).not.toBeNull()
    await users.part('treeitem', '浦南值班处').click()
    await users.row('pick-south').appears()
    await users.part('treeitem', '浦北值班处').click()
    await users.row('pick-south').disappears()
    await users.row('pick-north').click()
    await users.press('重置')
    await users.enter('姓名、账号、手机、部门', 'pick-s')
    await users.row('pick-south').appears()
    expect(await users.row('pick-north').isThere()).toBe(false)
    await users.row('pick-south').click()
    await operator.answer('根据部门选择用户', '确定')
    await pickers.stores('pick-north,pick-south')

    await operator.resize(480)
    const narrow = await pickers.open('负责人', '选择用户', '根据部门选择用户')
    const { inner, outer } = await pickers.rowsWidth(narrow)
    expect(inner).toBeGreaterThanOrEqual(800)
    expect(outer).toBeLessThan(480)
    await operator.answer('根据部门选择用户', '取消')

    await operator.resize(DESKTOP.widthPx)
    const departs = await pickers.open('所属部门', '选择部门', '选择部门')
    expect((await departs.box()).width).toBe(MODAL_PX.departPicker)
    await departs.enter('部门名称', '无此部门')
    await departs.shows('清空搜索后显示部门树')
    await departs.enter('部门名称', '浦北')
    await departs.check('浦北值班处')
    await departs.enter('部门名称', '')
    await pickers.tickNode(departs, '浦南值班处')
    await operator.answer('选择部门', '确定')
    await pickers.stores('PKN,PKS')
  })

  it('[CO-10] [WG-36] [WG-40] [WG-41] users, roles and positions are selected from their lists', async () => {
    const operator = await stage.enter(ADMIN, '/test/gallery?only=biz-select')
    const pickers = new Pickers(operator)
    const users = await pickers.open('选人', '选择用户', '选择用户')
    expect((await users.box()).width).toBe(MODAL_PX.userSelector)
    for (const name of ['姓名', '账号', '手机', '生日']) await users.part('columnheader', name).appears()
    await users.enter('账号', 'pick-')
    await users.row('pick-north').appears()
    await users.enter('账号', 'pick-s')
    await users.row('pick-north').disappears()
    await users.row('pick-south').click()
    await users.region('已选用户').shows('pick-south')
    await operator.answer('选择用户', '确定')
    await pickers.shows('选人', 'pick-south')

    const roles = await pickers.openByField('选角色编码', '选择角色')
    expect((await roles.box()).width).toBe(MODAL_PX.biz)
    await roles.part('columnheader', '角色编码').appears()
    await roles.enter('角色名称', '分析员')
    await roles.row(/^分析员\s*analyst$/).click()
    await operator.answer('选择角色', '确定')
    await pickers.stores('analyst')

    const positions = await pickers.open('选职务', '选择职务', '选择职务')
    expect((await positions.box()).width).toBe(1_000)
    for (const name of ['职务名称', '职务编码', '职级']) await positions.part('columnheader', name).appears()
    await positions.enter('职务名称', '浦口')
    await positions.row('pick-lead').click()
    await operator.answer('选择职务', '确定')
    await pickers.shows('选职务', '浦口值班长')
  })
})
