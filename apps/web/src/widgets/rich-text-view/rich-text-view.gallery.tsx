import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { RichTextView } from './rich-text-view.tsx'

const ANNOUNCEMENT = `<h2>升级范围</h2><p>11 月 23 日 02:00–04:00 平台例行维护，期间<strong>数据照常入库</strong>，页面不可用。</p>
<ul><li>数据库升级</li><li>限值表更新至 HJ 633-2026</li></ul>
<table><thead><tr><th>时间</th><th>影响</th></tr></thead><tbody><tr><td>02:00–02:30</td><td>页面只读</td></tr></tbody></table>
<blockquote>有疑问请联系值班室。</blockquote><p><a href="https://www.cnemc.cn/">中国环境监测总站</a></p>`

export const gallery: GalleryEntry = {
  title: '富文本',
  note: '他人书写的 HTML，过滤后只读显示',
  states: [
    { name: '公告', span: 12, render: () => <RichTextView html={ANNOUNCEMENT} /> },
    {
      name: '恶意内容',
      span: 12,
      render: () => (
        <RichTextView html='<p>只剩文字</p><img src="x" onerror="alert(1)"><script>alert(1)</script><a href="javascript:alert(1)">链接失效</a>' />
      ),
    },
    { name: '长文字', span: 12, render: () => <RichTextView html={`<p>${'长'.repeat(200)}${'x'.repeat(200)}</p>`} /> },
  ],
}
