import { expect, it } from 'vitest'
import { removalQuestion } from './removal-question.ts'

const ONE = { entityLabel: '设备', measureWord: '台', names: ['江北 2#'], isFinal: false }

it('names the row, or the count, when nothing refers to it', () => {
  expect(removalQuestion([], ONE)).toEqual({
    isBlocked: false,
    title: '确认删除',
    text: '将删除设备「江北 2#」。是否删除选中数据?',
  })
  expect(removalQuestion([], { ...ONE, names: ['甲', '乙'] }).text).toBe('将删除 2 台设备。是否删除选中数据?')
})

it('names the blocking references and asks nothing', () => {
  const uses = [
    { noun: '用户', count: 3, isBlocking: true },
    { noun: '角色授权', count: 2, asksName: true },
  ]
  expect(removalQuestion(uses, ONE)).toEqual({
    isBlocked: true,
    title: '不能删除',
    text: '正在被引用：用户 3 个。请先解除引用。',
  })
})

it('names what is deleted with the rows', () => {
  const uses = [
    { noun: '下级菜单', count: 3 },
    { noun: '角色授权', count: 2 },
  ]
  expect(removalQuestion(uses, ONE).text).toBe(
    '将删除设备「江北 2#」。涉及：下级菜单 3 个、角色授权 2 个。是否删除选中数据?',
  )
})

it('says so when the deletion cannot be undone', () => {
  expect(removalQuestion([], { ...ONE, isFinal: true }).text).toBe(
    '将删除设备「江北 2#」。删除后无法恢复。是否删除选中数据?',
  )
})

it('requires typing the name or count when there is history, and says that the data are kept', () => {
  const uses = [
    { noun: '通道', count: 12 },
    { noun: '有历史数据的设备', count: 1, isKept: true, asksName: true },
  ]
  expect(removalQuestion(uses, ONE)).toEqual({
    isBlocked: false,
    title: '删除设备「江北 2#」',
    text: '涉及：通道 12 个。其中有历史数据的设备 1 个，数据保留。请输入名称「江北 2#」以确认。',
    typed: '江北 2#',
  })
  expect(removalQuestion(uses, { ...ONE, names: ['甲', '乙', '丙'] })).toMatchObject({
    title: '删除 3 台设备',
    text: expect.stringContaining('请输入数量「3」以确认。'),
    typed: '3',
  })
})
