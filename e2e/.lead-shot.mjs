import { chromium } from 'playwright-core'
const [,, url, out, width='1440', theme='light', ...steps] = process.argv
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args:['--no-sandbox'] })
const context = await browser.newContext({ viewport: { width: Number(width), height: 900 }, colorScheme: theme, locale:'zh-CN', timezoneId:'Asia/Shanghai' })
if (theme==='dark') await context.addInitScript(() => localStorage.setItem('NATIM_APPEARANCE', JSON.stringify({value:'system',expire:null})))
const page = await context.newPage()
const problems=[]
page.on('pageerror', e => problems.push('pageerror '+e.message))
page.on('response', r => { if (r.status()>=400) problems.push(r.status()+' '+r.url()) })
await page.goto('http://127.0.0.1:3119/user/login')
await page.getByRole('textbox',{name:'账号'}).fill('admin')
await page.locator('input[type=password]').fill('Natim-Trial-2026')
await page.getByRole('button',{name:/登\s*录/}).click()
await page.waitForURL(u => !u.pathname.includes('login'))
await page.goto('http://127.0.0.1:3119'+url)
await page.waitForTimeout(5000)
for (const step of steps) { await eval(`(async()=>{${step}})()`) }
await page.screenshot({ path: out })
console.log(problems.join('\n')||'no problems', await page.evaluate(() => document.documentElement.scrollWidth))
await browser.close()
