import type { MenuNode } from '@natim/contract/system/session'
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useSession } from '@/lib/session/session-store.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { Can } from './can.tsx'

const CODE = 'system:user:add'
const entry = (action: string, status = '1') => ({ action, type: '1', describe: '', status })
const menuWith = (permissionList: ReturnType<typeof entry>[]): MenuNode[] => [
  {
    id: '1',
    path: '/system',
    name: 'system',
    component: 'layouts/RouteView',
    route: '1',
    meta: { title: '系统', keepAlive: true, internalOrExternal: false, componentName: 'RouteView' },
    children: [
      {
        id: '2',
        path: '/system/user/:id',
        name: 'system-user',
        component: 'system/User',
        route: '1',
        meta: { title: '用户', keepAlive: true, internalOrExternal: false, componentName: 'User', permissionList },
      },
    ],
  },
]

function open(own: string[], rules: ReturnType<typeof entry>[] = [], onPage: ReturnType<typeof entry>[] = []) {
  renderPage(
    <Can I={CODE}>
      <button type="button">新增用户</button>
    </Can>,
    { at: '/system/user/7' },
  )
  const auth = own.map((action) => entry(action))
  act(() => useSession.setState({ permissions: { menu: menuWith(onPage), auth, allAuth: rules, sysSafeMode: false } }))
  return screen.queryByText('新增用户') !== null
}

it.each([
  ['a grant', [CODE], [], [], true],
  ['a grant among others', [`a:b, ${CODE} ,,`], [], [], true],
  ['no grant', ['system:user'], [], [], false],
  ['an entry of the page', [], [], [entry(`x,${CODE}`)], true],
  ['an entry of the page with status 0', [], [], [entry(CODE, '0')], false],
  ['a grant and a rule with status 0', [CODE], [entry(CODE, '0')], [], false],
])('[SS-37] with %s the button is in the document or not', (_, own, rules, onPage, isThere) => {
  expect(open(own, rules, onPage)).toBe(isThere)
})

it('[SS-37] follows changed rights while the page is open', () => {
  expect(open([CODE])).toBe(true)
  act(() => useSession.setState({ permissions: { menu: [], auth: [], allAuth: [], sysSafeMode: false } }))
  expect(screen.queryByText('新增用户')).toBeNull()
})
