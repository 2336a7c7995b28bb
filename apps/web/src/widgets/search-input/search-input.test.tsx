import type { SearchMatch } from '@natim/domain/search-text'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderControl } from '@/testing/render-control.tsx'
import { renderPage } from '@/testing/render-page.tsx'
import { SearchInput } from './search-input.tsx'

const input = () => screen.getByRole<HTMLInputElement>('textbox')

it('[WG-03] shows the typed text and emits the query value', async () => {
  const { onChange, user } = renderControl<string>((held) => <SearchInput aria-label="名称" {...held} />, '*江*')
  expect(input().value).toBe('江')
  await user.type(input(), '北')
  expect(onChange).toHaveBeenLastCalledWith('*江北*')
  await user.clear(input())
  expect(onChange).toHaveBeenLastCalledWith('')
})

it('[WG-03] sends blanks unless trimmed', async () => {
  const plain = renderControl<string>((held) => <SearchInput aria-label="名称" {...held} />)
  await plain.user.type(input(), ' a')
  expect(plain.onChange.mock.calls.map(([value]) => value)).toEqual(['* *', '* a*'])
  plain.unmount()
  const trimmed = renderControl<string>((held) => <SearchInput aria-label="名称" trim {...held} />)
  await trimmed.user.type(input(), ' ')
  expect(trimmed.onChange).toHaveBeenLastCalledWith('')
})

it('[WG-03] emits the text again once when its type changes, and not otherwise', async () => {
  const onChange = vi.fn()
  function Typed() {
    const [type, setType] = useState<SearchMatch>('like')
    const [value, setValue] = useState('')
    const change = (next: string) => {
      onChange(next)
      setValue(next)
    }
    return (
      <>
        <SearchInput aria-label="名称" type={type} value={value} onChange={change} />
        {(['ge', 'ne'] as const).map((next) => (
          <button key={next} type="button" onClick={() => setType(next)}>
            {next}
          </button>
        ))}
      </>
    )
  }
  const { user } = renderPage(<Typed />)
  await user.click(screen.getByText('ge'))
  expect(onChange).not.toHaveBeenCalled()
  await user.type(input(), '5')
  onChange.mockClear()
  await user.click(screen.getByText('ne'))
  expect(onChange.mock.calls).toEqual([['!5']])
  expect(input().value).toBe('5')
})
