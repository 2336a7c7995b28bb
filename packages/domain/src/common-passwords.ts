/*
 * Passwords that guessers try first, generated from the patterns of such lists: popular words (English and pinyin) with
 * popular endings, keyboard walks, runs and repetitions of digits.
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
/** Top entries of leaked lists that match none of the patterns here. */
const LEAKED =
  'trustno1 starwars whatever jennifer michelle jordan23 liverpool chocolate butterfly corvette mercedes maverick midnight einstein ' +
  'alexander nicholas benjamin christopher elizabeth samantha victoria danielle jonathan cocacola snoopy123 pokemon123 naruto123 ' +
  'lovelove loveyou1 ilovegod iloveyou2 fuckyou1 blink182 metallica nirvana1 slipknot rockstar rainbow1 spongebob tinkerbell ' +
  'cheese123 cookie123 peanut123 buster123 charlie1 jessica1 ashley123 thomas123 hunter123 ranger123 harley123 dallas123 ' +
  'zaq12wsx zaq1xsw2 xsw2zaq1 1qazxsw2 qweasdzxc 123qweasd qwe123asd asd123qwe zxc123qwe 123qwe123 qwer4321 1234qwer qwer1234 asdf1234 ' +
  'zxcv1234 a1b2c3d4 a1s2d3f4 q1w2e3r4 1a2b3c4d 123456abc 123456qwe 12345qwert 123abc456 abc123abc 123123abc ' +
  '147258369 159357456 741852963 963852741 789456123 321654987 456789123 135792468 246813579 147896325 1593572486 ' +
  '11223344 112233445566 1122334455 12344321 12341234 12121212 13131313 10203040 1029384756 100200300 123698745 ' +
  '01234567 012345678 0123456789 87654321 987654321 98765432 123456780 1234567891 12345678910 123456654321 123321123 ' +
  '520131400 5845201314 7758521a 7758258520 1314520a 1314521a woshishui woshiwo123 woxihuanni woaini99 wo123456 ni123456 ' +
  'dearbook xiazhili wojiushiwo tiankong123 meiyoumima buzhidao123 wangyut2 wangle123 zhang123456 wang123456 li123456 liu123456 chen123456 ' +
  'huanjingjiance jiancezhan daqihuanjing shengtaihuanjing zidongjiance yingjijiance huanbaoju123 jianceyuan operator1 supervisor ' +
  'letmein123 openmeup accessme access123 superuser sysadmin sysadmin1 rootroot toortoor adminadmin administrator1 webmaster nopassword ' +
  'mypassword yourpassword thepassword newpassword oldpassword passpass testtest guestguest changeme1 temporary1 firstlogin'
/** Character substitutions; the plain letters are what is guessed. */
const DISGUISES: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  $: 's',
  5: 's',
  7: 't',
}
/** Birthdays and other dates, with or without separators, and mobile numbers. */
const NUMBERS = [/^(?:19[3-9]|20[0-4])\d([-/.]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])$/, /^(?:86)?1[3-9]\d{9}$/]
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
  ...LEAKED.split(' '),
])

/**
 * Whether a guesser tries it first: a listed password, plain or with substitutions, or a date or number people commonly
 * choose. `text` in lower case.
 */
export function isCommonPassword(text: string): boolean {
  const undisguised = [...text].map((character) => DISGUISES[character] ?? character).join('')
  return COMMON_PASSWORDS.has(text) || COMMON_PASSWORDS.has(undisguised) || NUMBERS.some((shape) => shape.test(text))
}
