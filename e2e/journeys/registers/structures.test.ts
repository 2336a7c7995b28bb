import { departEndpoints } from '@natim/contract/system/depart'
import { departPermissionEndpoints } from '@natim/contract/system/depart-role'
import { dataRuleEndpoints } from '@natim/contract/system/permission'
import { sessionEndpoints } from '@natim/contract/system/session'
import { userAdminEndpoints } from '@natim/contract/system/user'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { setStage } from '../../drivers/stage.ts'
import { treeNode } from '../../drivers/tree.ts'

describeInBrowser('departments, dictionaries and categories', () => {
  const stage = setStage()

  it('[SY-36][SY-37][SY-38][CA-59] a department is added, found, changed, given permissions and deleted', async () => {
    const operator = await stage.enter(ADMIN, '/isystem/depart')
    const root = treeNode(operator, '国家监测中心')
    const southwest = treeNode(operator, '西南大区')
    await root.appears()
    await operator.press('添加下级')
    await operator.shows('请先选中一个上级部门')
    await operator.press('添加一级部门')
    await operator.part('dialog').fill({ 机构名称: '西南大区' })
    await operator.part('dialog').press('保存')
    await operator.part('dialog').disappears()
    await southwest.words('西南大区').click()
    await operator.press('添加下级')
    await operator.part('dialog').fill({ 机构名称: '四川分中心', 电话: '028-1234567' })
    await operator.part('dialog').press('保存')
    await operator.part('dialog').disappears()

    await operator.enter('查找部门', '四川')
    await operator.words('四川').appears()
    expect(await root.isThere()).toBe(false)
    await operator.words('四川').click()
    await operator.shows(/^[A-Z]\d\dA01$/)
    expect(await operator.valueOf('电话')).toBe('028-1234567')
    await operator.fill({ 备注: '不保存' })
    await operator.press('重置')
    expect(await operator.valueOf('备注')).toBe('')
    await operator.fill({ 机构名称: '四川省分中心' })
    await operator.press('保存')
    await operator.message().shows('编辑成功！')
    await operator.enter('查找部门', '没有这个部门')
    await operator.shows('没有找到匹配的部门')
    await operator.enter('查找部门', '')
    await root.appears()

    await operator.openTab('部门权限')
    await treeNode(operator, '查看站点').check()
    await operator.press('保存')
    await operator.message().shows('保存成功！')
    await operator.shows(/^已选 2 \//)

    await southwest.words('西南大区').click()
    await operator.press('删除')
    await operator.shows(/将删除「西南大区」，涉及下级部门 1 个/)
    await operator.agree()
    await operator.message().shows('批量删除成功！')
    await southwest.disappears()
  })

  it('[SY-39] a department is given permissions and data rules, which are shown again later', async () => {
    const colleague = await stage.colleague()
    const { id: departId } = await colleague.call(departEndpoints.create, { body: { departName: '授权分局' } })
    const rule = { permissionId: 'm-station-list', ruleName: '授权分局只看江苏' } as const
    const { id: ruleId } = await colleague.call(dataRuleEndpoints.create, {
      body: { ...rule, ruleColumn: 'regionCode', ruleConditions: 'RIGHT_LIKE', ruleValue: '32' },
    })
    const operator = await stage.enter(ADMIN, '/isystem/depart')
    const open = async () => {
      await treeNode(operator, '授权分局').words('授权分局').click()
      await operator.openTab('部门权限')
    }
    const rules = operator.dialog('站点管理 · 数据规则')
    await open()
    await operator.shows(/^已选 0 \//)
    await treeNode(operator, '查看站点').check()
    await operator.press('保存')
    await operator.message('success').shows('保存成功！')
    await operator.press('站点管理的数据规则')
    await rules.check(/^授权分局只看江苏/)
    await operator.answer('站点管理 · 数据规则', '保存')

    await operator.reload()
    await open()
    await operator.shows(/^已选 2 \//)
    expect(await treeNode(operator, '查看站点').isChecked()).toBe(true)
    expect(await treeNode(operator, '新增站点').isChecked()).toBe(false)
    await operator.press('站点管理的数据规则')
    expect(await rules.isChecked(/^授权分局只看江苏/)).toBe(true)
    await rules.uncheck(/^授权分局只看江苏/)
    await rules.press('保存')
    await operator.shows('未选择任何数据规则，将不限制数据范围')
    await rules.disappears()
    const granted = await colleague.call(departPermissionEndpoints.granted, { query: { departId } })
    expect([...granted].sort()).toEqual(['m-station-list', 'p-mon-station-view'])
    const left = { permissionId: 'm-station-list', departId }
    expect((await colleague.call(departPermissionEndpoints.dataRules, { params: left })).drChecked ?? '').toBe('')
    await colleague.call(dataRuleEndpoints.remove, { query: { id: ruleId } })
  })

  it('[SY-40] department heads create roles, set their permissions, and assign them to members', async () => {
    const head = await stage.person('structures_head', 'admin')
    const operator = await stage.enter(head, '/isystem/departUserList')
    await operator.shows('您没有负责的部门')
    const colleague = await stage.colleague()
    const { id } = await colleague.call(departEndpoints.create, {
      body: { departName: '江苏分中心', parentId: 'd-a01', directorUserIds: head.username },
    })
    await colleague.call(departPermissionEndpoints.save, {
      body: { departId: id, permissionIds: 'm-station-list,p-mon-station-view', lastpermissionIds: '' },
    })
    await colleague.call(userAdminEndpoints.create, {
      body: { username: 'structures_li', realname: '李成员', selecteddeparts: id },
    })
    await operator.reload()
    await operator.row(head.username).appears()
    await operator.openTab('部门角色')
    await operator.press('新增部门角色')
    const form = operator.dialog('新增部门角色')
    await form.fill({ 角色名称: '值班班长', 角色编码: 'shift_leader' })
    await operator.answer('新增部门角色', '保存')
    await operator.press('授权 值班班长')
    const drawer = operator.dialog(/「值班班长」的权限/)
    await drawer.shows('站点管理')
    await drawer.lacks('设备管理')
    await treeNode(drawer, '站点管理').check()
    await drawer.press('保存并关闭')
    await drawer.disappears()
    await operator.openTab('部门成员')
    await operator.press('李成员的部门角色')
    const dialog = operator.part('dialog')
    await dialog.check('值班班长')
    await dialog.press('保存')
    await dialog.disappears()
    // Users cannot assign a role to themselves.
    await operator
      .row(head.username)
      .button(/的部门角色$/)
      .hover()
    await operator.shows('不能修改自己的角色')
  })

  it('[SY-42][SY-44][SY-45] dictionaries with items, and their recycle bin', async () => {
    const operator = await stage.enter(ADMIN, '/isystem/dict')
    await operator.startNew('字典')
    const form = operator.dialog('新增字典')
    await form.fill({ 字典名称: '采样方式', 字典编码: 'sex' })
    await form.press('保存')
    await form.shows('字典编码已存在！')
    await form.fill({ 字典编码: 'sample_mode' })
    await operator.answer('新增字典', '保存')
    await operator.press('采样方式的字典项')
    const item = operator.dialog('新增字典项')
    await operator.press('新增字典项')
    await item.fill({ 名称: '泵吸', 数据值: '1' })
    await operator.answer('新增字典项', '保存')
    await operator.row('泵吸').appears()
    await operator.press('新增字典项')
    await item.fill({ 名称: '扩散', 数据值: '1' })
    await item.press('保存')
    await item.shows('该数据值已存在！')
    await item.fill({ 数据值: '2' })
    await operator.answer('新增字典项', '保存')
    await operator.row('扩散').appears()
    await operator.dialog(/的字典项$/).close()

    const { path } = sessionEndpoints.allDictItems
    const answer = await operator.wire.answerTo(() => operator.press('刷新缓存'), path)
    await operator.message().shows('刷新缓存完成！')
    expect(answer).toMatchObject({ result: { sample_mode: [{ value: '1' }, { value: '2' }] } })

    const dict = operator.row('sample_mode')
    const remove = async () => {
      await operator.press('删除 采样方式')
      await operator.agree()
      await dict.disappears()
      await operator.press('回收站')
    }
    const bin = operator.dialog('字典回收站')
    await remove()
    await bin.press('取回 采样方式')
    await bin.row('采样方式').disappears()
    await bin.close()
    await dict.appears()
    await remove()
    await bin.press('彻底删除 采样方式')
    await operator.dialog('彻底删除').shows(/将被彻底删除，无法恢复/)
    await operator.answer('彻底删除', '彻底删除')
    await bin.row('采样方式').disappears()
  })

  it('[SY-46] the tree of categories', async () => {
    const operator = await stage.enter(ADMIN, '/isys/category')
    const dialog = operator.part('dialog')
    const save = async (name: string) => {
      await dialog.fill({ 分类名称: name })
      await dialog.press('保存')
      await dialog.disappears()
    }
    await operator.startNew('分类')
    await save('巡检类别')
    await operator.press('添加 巡检类别 的下级')
    await save('日常巡检')
    await operator.fill({ 查找分类: '日常' })
    expect(await operator.row('日常巡检').read()).toMatch(/[A-Z]\d\dA01/)
    await operator.press('编辑 日常巡检')
    await save('每日巡检')
    await operator.fill({ 查找分类: '巡检' })
    await operator.row('每日巡检').appears()
    await operator.press('删除 巡检类别')
    await operator.shows(/涉及下级分类 1 个/)
    await operator.agree()
    await operator.row('巡检类别').disappears()
    expect(await operator.row('每日巡检').isThere()).toBe(false)
  })
})
