import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RichTextView } from './rich-text-view.tsx'
import { sanitiseHtml } from './sanitise-html.ts'

function clean(html: string): string {
  const host = document.createElement('div')
  host.append(sanitiseHtml(html))
  return host.innerHTML
}

/** Each would run something, load something or take over the page. */
const HOSTILE = [
  '<script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked = 1">',
  '<svg onload="window.hacked = 1"><script>window.hacked = 1</script></svg>',
  '<a href="javascript:window.hacked = 1">点我</a>',
  '<a href="JaVa&#09;Script:window.hacked = 1">点我</a>',
  '<a href="data:text/html,<script>window.hacked = 1</script>">点我</a>',
  '<a href="//evil.example/x">点我</a>',
  '<iframe srcdoc="<script>parent.hacked = 1</script>"></iframe>',
  '<form action="https://evil.example"><input name="password"><button>登录</button></form>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>body { display: none }</style>',
  '<base href="https://evil.example/">',
  '<div style="position: fixed; inset: 0; background: url(https://evil.example/x)">盖住页面</div>',
  '<math><mtext><table><mglyph><style><img src=x onerror="window.hacked = 1"></style></mglyph></table></mtext></math>',
  '<div id="root" class="ant-modal" data-theme="dark">改名</div>',
]

describe('untrusted HTML', () => {
  it.each(HOSTILE)('loses active content and keeps its text: %s', (html) => {
    const kept = clean(`<p>前文</p>${html}<p>后文</p>`)
    expect(kept).toContain('<p>前文</p>')
    expect(kept).not.toMatch(
      /script|on\w+=|javascript|data:|evil|<(?:iframe|form|input|button|meta|link|style|base|svg|math)|position|url\(| id=| class=|data-/i,
    )
    expect(window).not.toHaveProperty('hacked')
  })

  it('keeps headings, lists, tables, pictures, colours and links, which open in a new tab', () => {
    expect(clean('<h2>一</h2><ul><li>甲</li></ul><table><tbody><tr><td colspan="2">乙</td></tr></tbody></table>')).toBe(
      '<h2>一</h2><ul><li>甲</li></ul><table><tbody><tr><td colspan="2">乙</td></tr></tbody></table>',
    )
    expect(clean('<span style="color: red; text-align: center; float: left">丙</span>')).toBe(
      '<span style="color: red; text-align: center;">丙</span>',
    )
    expect(clean('<a href="https://www.cnemc.cn/">总站</a>')).toBe(
      '<a href="https://www.cnemc.cn/" target="_blank" rel="noopener noreferrer">总站</a>',
    )
    expect(clean('<img src="/jeecg-boot/sys/common/static/a.png" alt="图">')).toContain('src="/jeecg-boot/sys')
  })

  it('keeps videos, with controls and without autoplay', () => {
    expect(clean('<video src="https://a.cn/x.mp4" width="70%" autoplay onplay="window.hacked = 1"></video>')).toBe(
      '<video src="https://a.cn/x.mp4" width="70%" controls="" preload="none"></video>',
    )
    expect(clean('<video src="javascript:window.hacked = 1"></video>')).not.toContain('javascript')
  })

  it('is replaced completely when it changes', () => {
    const { rerender } = render(<RichTextView html="<p>旧文</p><script>1</script>" />)
    rerender(<RichTextView html="<p>新文</p>" />)
    expect(screen.getByText('新文')).toBeTruthy()
    expect(screen.queryByText('旧文')).toBeNull()
  })
})
