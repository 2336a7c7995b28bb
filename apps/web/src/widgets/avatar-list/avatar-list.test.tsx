import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AvatarList, type AvatarListProps } from './avatar-list.tsx'

const PEOPLE = ['周海宁', '陈嘉禾', '吴越', '何文静'].map((name) => ({ name }))
const shown = (props: Partial<AvatarListProps> = {}) => {
  const { container, unmount } = render(<AvatarList people={PEOPLE} {...props} />)
  const texts = [...container.querySelectorAll('.ant-avatar')].map(({ textContent }) => textContent)
  unmount()
  return texts
}

it('[WG-23] shows at most max avatars, then the number of the others', () => {
  expect(shown({ max: 2 })).toEqual(['周', '陈', '+2'])
  expect(shown({ max: 4 })).toEqual(['周', '陈', '吴', '何'])
  expect(shown({ people: [] })).toEqual([])
})
