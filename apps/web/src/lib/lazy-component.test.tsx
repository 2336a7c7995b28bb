import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { lazyComponent } from './lazy-component.ts'

const Part = ({ name }: { readonly name: string }) => <p>部件 {name}</p>
const Waiting = ({ name }: { readonly name: string }) => <p>等待 {name}</p>

class Boundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <button onClick={() => this.setState({ hasFailed: false })}>重试</button>
  }
}

describe('a lazily loaded component', () => {
  it('renders at once when its code is loaded, and never suspends', async () => {
    const load = vi.fn(() => Promise.resolve(Part))
    const Lazy = lazyComponent(load, Waiting)
    await Lazy.preload()
    // No act, no Suspense: the content was rendered at once.
    render(<Lazy name="甲" />)
    expect(screen.getByText('部件 甲')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('shows its placeholder until then, and loads once for all uses', async () => {
    let arrive: (part: typeof Part) => void = () => undefined
    const load = vi.fn(() => new Promise<typeof Part>((resolve) => (arrive = resolve)))
    const Lazy = lazyComponent(load, Waiting)
    render(
      <>
        <Lazy name="甲" />
        <Lazy name="乙" />
      </>,
    )
    expect(screen.getByText('等待 甲')).toBeTruthy()
    await act(async () => arrive(Part))
    expect(screen.getByText('部件 甲')).toBeTruthy()
    expect(screen.getByText('部件 乙')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('throws to the enclosing boundary, and retries when mounted again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const load = vi.fn(() => Promise.resolve(Part)).mockRejectedValueOnce(new TypeError('offline'))
    const Lazy = lazyComponent(load)
    await act(async () => {
      render(
        <Boundary>
          <Lazy name="甲" />
        </Boundary>,
      )
    })
    const retry = screen.getByRole('button', { name: '重试' })
    expect(load).toHaveBeenCalledTimes(1)
    await act(async () => retry.click())
    expect(screen.getByText('部件 甲')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(2)
  })
})
