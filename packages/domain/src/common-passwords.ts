/*
 * The passwords tried first by everybody who guesses, made from the patterns such lists consist of: favourite words
 * (English and pinyin) with favourite endings, walks over the keyboard, runs and repetitions of digits.
 */

const WORDS =
  'password passw0rd p@ssword p@ssw0rd pass admin administrator root user guest test demo temp default welcome hello login system server ' +
  'manager operator service oracle mysql postgres windows linux computer internet network office company monitor ' +
  'security secret private changeme letmein master super superman batman dragon monkey tiger eagle shadow sunshine ' +
  'princess football baseball basketball iloveyou love lovely baby angel flower summer winter spring autumn friday ' +
  'monday sunday january october december google apple samsung huawei xiaomi tencent alibaba baidu qq wechat china ' +
  'beijing shanghai guangzhou shenzhen nanjing hangzhou wuhan chengdu chongqing tianjin xian woaini woaiwojia aini ' +
  'mima guanliyuan jiance huanjing huanbao zhongguo nihao xiaoming zhang wang liming chen yang zhao huang zhou ' +
  'qwe qwer qwert qwerty qwertyuiop asd asdf asdfgh asdfghjkl zxc zxcv zxcvbn zxcvbnm qaz qazwsx wsx edc 1qaz 2wsx 1q2w3e 1q2w3e4r a b aa ab abc abcd abcdef aaa xyz'
const ENDINGS =
  ' 1 12 123 1234 12345 123456 1234567 12345678 123456789 0 00 000 01 11 111 007 321 520 521 666 888 999 1314 5201314 ' +
  '2020 2021 2022 2023 2024 2025 2026 @ ! @1 !1 @12 @123 #123 !123 _123 @1234 @123456 123! 123@ 1234! 123456! 1! @2023 @2024 @2025 @2026 ' +
  '!@# !@#$ .com a abc qwe'
const KEYBOARD = [
  '1234567890',
  '0987654321',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'poiuytrewq',
  'lkjhgfdsa',
  'mnbvcxz',
  'abcdefghijklmnopqrstuvwxyz',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '!@#$%^&*()',
]
const SHORTEST_WALK = 4

function walks(): string[] {
  return KEYBOARD.flatMap((row) =>
    Array.from({ length: row.length }, (_, from) =>
      Array.from({ length: row.length - from }, (_unused, extra) => row.slice(from, from + extra + 1)),
    ).flat(),
  ).filter((walk) => walk.length >= SHORTEST_WALK)
}

function repetitions(): string[] {
  const units = [
    ...'0123456789abcxyz',
    '12',
    '123',
    '1234',
    '12345',
    '123456',
    'ab',
    'abc',
    '520',
    '1314',
    '168',
    '88',
    '110',
    '112233',
  ]
  return units.flatMap((unit) =>
    Array.from({ length: 11 }, (_, more) => unit.repeat(more + 2)).filter((text) => text.length <= 16),
  )
}

/** More than 3,000 of them, in lower case (security §2). */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set([
  ...WORDS.split(' ').flatMap((word) => ENDINGS.split(' ').map((ending) => word + ending)),
  ...walks(),
  ...repetitions(),
])
