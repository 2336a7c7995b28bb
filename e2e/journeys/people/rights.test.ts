import { role as roleResource } from '@natim/contract/system/role.resource'
import { permissionEndpoints } from '@natim/contract/system/permission'
import { roleGrantEndpoints } from '@natim/contract/system/role'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { filtered, pickUsers } from '../../drivers/register.ts'
import { setStage } from '../../drivers/stage.ts'
import { treeNode } from '../../drivers/tree.ts'

const ROLES = '/isystem/roleUserList'
const MENUS = '/isystem/newPermissionList'

describeInBrowser('roles, menus and rights', () => {
  const stage = setStage()

  it('[SY-25][SY-26][SY-28] a role is created, given permissions and members, and its members get them at once', async () => {
    const operator = await stage.enter(ADMIN, filtered(ROLES, { roleName: '夜班值班' }))
    await operator.startNew('角色')
    const form = operator.dialog('新增角色')
    await expect.poll(() => form.field('角色名称').hasFocus()).toBe(true)
    await form.fill({ 角色名称: '甲', 角色编码: 'admin' })
    await form.press('保存')
    await form.shows('长度为 2 到 30 个字符')
    await form.fill({ 角色名称: '夜班值班' })
    await form.press('保存')
    await form.shows('角色编码已存在！')
    await form.fill({ 角色编码: 'rights_night', 备注: '只看夜里' })
    await operator.answer('新增角色', '保存')
    expect(await operator.row('夜班值班').read()).toMatch(/rights_night[\s\S]*只看夜里/)

    await operator.press('授权 夜班值班')
    const drawer = operator.dialog('夜班值班 · 角色授权')
    const tick = (name: string) => treeNode(drawer, name).part('checkbox').click()
    const isTicked = (name: string) => treeNode(drawer, name).isChecked()
    // Linked: selecting a branch includes its descendants and ancestors.
    await tick('职务管理')
    expect(await isTicked('系统管理')).toBe(true)
    await drawer.press('全部展开')
    expect(await isTicked('查看职务')).toBe(true)
    await drawer.words('取消关联').click()
    await tick('职务管理')
    expect(await isTicked('职务管理')).toBe(false)
    expect(await isTicked('查看职务')).toBe(true)
    await tick('职务管理')
    await drawer.press('全部取消')
    await drawer.shows(/已选 0 \//)
    await drawer.words('父子关联').click()
    await tick('职务管理')
    await drawer.press('保存')
    await operator.message().shows('保存成功！')
    expect(await drawer.isThere()).toBe(true)
    await tick('监测一张图')
    await operator.answer('夜班值班 · 角色授权', '保存并关闭')

    const reader = await stage.openMachine()
    await reader.signIn(await stage.person('rights_reader', 'analyst'), '/isystem/position')
    await reader.arrivesAt('/403')
    await operator.press('夜班值班 的用户')
    await operator.shows('还没有人拥有这个角色')
    await pickUsers(operator, operator, '添加已有用户', 'rights_reader')
    await operator.words('1 人').appears()
    await reader.load('/isystem/position')
    await reader.seesPage('职务管理')

    await operator.press('新增用户')
    await operator.dialog('新增用户').fill({ 用户账号: 'rights_owl', 用户姓名: '夜猫子' })
    await operator.dialog('新增用户').press('保存')
    await operator.shows('仅显示这一次，首次登录后须修改：')
    await operator.press('已记下')
    await operator.words('2 人').appears()
    await operator.part('table', '角色的用户').check('选择本页')
    await operator.press('移除 2 人')
    await operator.agree()
    await operator.shows('还没有人拥有这个角色')
  })

  it('[SY-30][SY-31][SY-35] menus as a tree: fields follow the type, branches stay open, the own menu updates at once', async () => {
    const operator = await stage.enter(ADMIN, MENUS)
    await operator.startNew('菜单')
    const form = operator.dialog('新增菜单')
    await form.fill({ 菜单名称: '旅程菜单', 访问路径: 'journey' })
    expect(await form.field('上级菜单').isThere()).toBe(false)
    await form.press('保存')
    await form.shows('路径必须以 / 开头')
    await form.fill({ 访问路径: '/journey', 排序: '99' })
    await form.field('菜单图标').click()
    await operator.part('option', 'book').click()
    await operator.answer('新增菜单', '保存')
    const top = operator.row('旅程菜单')
    expect(await top.read()).toMatch(/一级菜单[\s\S]*\/journey[\s\S]*layouts\/RouteView[\s\S]*99/)

    await operator.press('在 旅程菜单 下新增')
    await form.fill({
      菜单名称: '旅程页面',
      访问路径: '/journey/page',
      前端组件: 'src/views/system/SysPositionList.vue',
    })
    await operator.answer('新增菜单', '保存')
    await top.press(/^展开/)
    const child = operator.row('旅程页面')
    expect(await child.read()).toContain('system/SysPositionList')
    await operator.press('在 旅程页面 下新增')
    await form.check('按钮权限')
    await form.field('访问路径').disappears()
    await form.fill({ '按钮/权限名称': '旅程按钮', 授权标识: 'journey:press' })
    await form.check(/可编辑/)
    await operator.answer('新增菜单', '保存')
    // The branch that was open is still open.
    await child.press(/^展开/)
    await operator.row('journey:press').appears()

    // The new entry is in the own menu without a reload, under its current name.
    await operator.markPage()
    await operator.press('编辑 旅程菜单')
    await operator.dialog('编辑菜单').fill({ 菜单名称: '改名菜单' })
    await operator.answer('编辑菜单', '保存')
    await operator.pressKey('Control+k')
    await operator.fill({ '搜索菜单、设备、人员': '旅程页面' })
    await operator.option('旅程页面').shows('改名菜单')
    await operator.pressKey('Enter')
    await operator.arrivesAt('/journey/page')
    await operator.seesPage('职务管理')
    expect(await operator.isSamePage()).toBe(true)
    await operator.back()

    await operator.press('删除 改名菜单')
    await operator.shows('下级菜单 1 个、按钮权限 1 个')
    await operator.agree()
    await operator.row('改名菜单').disappears()
  })

  it('[SY-27][SY-33] data rules of a menu are defined without SQL, and apply to a role', async () => {
    const colleague = await stage.colleague()
    const role = { roleCode: 'rights_ruled', roleName: '受限角色' }
    const { id } = await colleague.call(roleResource.endpoints.create, { body: role })
    const granted = { roleId: id, permissionIds: 'm-station-list', lastpermissionIds: '' }
    await colleague.call(roleGrantEndpoints.save, { body: granted })

    const operator = await stage.enter(ADMIN, MENUS)
    await operator.press('站点管理 的数据规则')
    const rules = operator.dialog('站点管理 · 数据规则')
    await rules.press('新增规则')
    const form = operator.dialog('新增数据规则')
    await form.fill({ 规则名称: '只看江苏', 规则字段: 'regionCode' })
    await form.field('条件规则').click()
    expect(await operator.option(/SQL/).isThere()).toBe(false)
    await operator.option('右模糊').click()
    await form.fill({ 规则值: '#{password}' })
    await form.press('保存')
    await form.shows('规则值中有不支持的变量：password')
    await form.fill({ 规则值: '32' })
    await operator.answer('新增数据规则', '保存')
    await rules.row('只看江苏').appears()

    await operator.load(filtered(ROLES, { roleName: role.roleName }))
    await operator.press(`授权 ${role.roleName}`)
    const drawer = operator.dialog(`${role.roleName} · 角色授权`)
    await drawer.press('站点管理的数据规则')
    const choice = operator.dialog('站点管理 · 数据规则')
    await choice.check(/^只看江苏/)
    await operator.answer('站点管理 · 数据规则', '保存')
    await drawer.press('站点管理的数据规则')
    expect(await choice.isChecked(/^只看江苏/)).toBe(true)
    await choice.uncheck(/^只看江苏/)
    await choice.press('保存')
    await operator.shows('未选择任何数据规则，将不限制数据范围')
    await choice.disappears()
    const menus = await colleague.call(permissionEndpoints.roots, {})
    expect(menus.find((menu) => menu.id === 'm-station-list')?.ruleFlag).toBe(1)
  })
})
