import { expect, it } from 'vitest'
import { removalQuestion } from './removal-question.ts'

it('asks plainly when nothing refers to the rows', () => {
  expect(removalQuestion([])).toEqual({ isBlocked: false, title: '确认删除', text: '是否删除选中数据?' })
})

it('names what stands in the way, and asks nothing then', () => {
  const uses = [
    { noun: '用户', count: 3, isBlocking: true },
    { noun: '角色授权', count: 2 },
  ]
  expect(removalQuestion(uses)).toEqual({
    isBlocked: true,
    title: '不能删除',
    text: '正在被引用：用户 3 个。请先解除引用。',
  })
})

it('names what goes with the rows', () => {
  const uses = [
    { noun: '下级菜单', count: 3 },
    { noun: '角色授权', count: 2 },
  ]
  expect(removalQuestion(uses).text).toBe('涉及：下级菜单 3 个、角色授权 2 个。是否删除选中数据?')
})

it('says so when nobody could take the deletion back', () => {
  expect(removalQuestion([], { isFinal: true }).text).toBe('删除后无法恢复。是否删除选中数据?')
})
