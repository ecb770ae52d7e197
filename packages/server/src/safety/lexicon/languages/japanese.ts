import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries } from '../entry.ts';

export const japanese: Lexicon = {
  minor: entries(`
    子供, 子ども, こども, 少女, 少年, 幼女, 幼児, 女児, 男児, 児童, 小学生, 中学生, 高校生, 女子高生,
    女子中学生, 未成年, 赤ちゃん, 赤ん坊, 小さな女の子, 小さい女の子`),
  girlOrBoy: entries('女の子, 男の子'),
  sexualisedMinor: entries('ロリ, ショタ, 児童ポルノ'),
  suggestive: entries(`
    セクシー, 下着, パンティ, パンツ丸見え, パンチラ, 誘惑, 色っぽい, 谷間, 水着グラビア, 性感`),

  sexualAssault: entries('強姦, レイプ, 輪姦, 痴漢, 盗撮, 獣姦, 近親相姦, 性的暴行'),
  nonConsent: entries('無理やり, 無理矢理, 嫌がる, 縛られた, 隠しカメラ, 眠っている'),
  undressRequest: entries('服を脱がせ, 脱がせて, 裸にして'),
  undressing: entries('脱がす'),
  removal: [],
  clothes: [],
  realPerson: entries('この女性, 同僚, ディープフェイク, 元カノ, この写真'),

  explicit: entries(`
    ポルノ, セックス, 性行為, 性交, フェラチオ, オナニー, 自慰, 中出し, 巨乳, おっぱい, おまんこ, まんこ,
    ちんこ, ちんぽ, 陰茎, 淫, 変態, ヘンタイ, アダルトビデオ, 濡れ場, 喘ぎ, 潮吹き, 騎乗位, 乱交, エッチ,
    エロ, 射精`),
  nudity: entries(`
    裸, 全裸, 半裸, ヌード, 丸裸, 素っ裸, 乳首, 乳房, 脱衣, 下半身露出, 官能的, おしり丸出し, 露出した胸,
    胸を露出, 胸を出し`),
  genitals: entries('性器, ペニス, ヴァギナ, 膣, 生殖器, 陰部'),

  selfHarm: entries(`
    自殺の方法, 自殺方法, 自殺しよう, 自殺する方法, リストカット, 手首を切, 首吊り, 自傷, 死ね, 死にたい`),
  cutting: entries('切り傷'),
  wrist: entries('手首, 手腕'),
  suicideScene: [],
  heightSport: [],
  suicide: entries('自殺'),
  encouragement: entries('方法, やり方, 美しい'),

  mutilation: entries(`
    斬首, 生首, 内臓, 惨殺, バラバラ死体, グロ画像, グロい, 拷問, はらわた, 皮を剥, 首を切, 首なし死体,
    腐乱死体, 切断された首, 切断された頭, 切断された腕`),
  bodyPart: [],
  injury: [],
  woundedBody: entries('死体, 首, 身体'),
  muchBlood: entries('血まみれ, 血だらけ, 血の海, 鮮血, 血みどろ'),
  pretendedHorror: entries('ハロウィン'),

  slur: entries('チョン, 朝鮮人を殺せ, 在日は死ね, ヒトラー万歳, 支那人死ね, 黒人は劣等, ゴキブリ朝鮮人'),
  extremistSlogan: entries('ハイルヒトラー'),
  group: entries('ユダヤ人, 黒人, 朝鮮人, 韓国人, 中国人, 移民, イスラム教徒, 難民, 外国人'),
  dehumanisation: entries('殺せ, 皆殺し, 死ね, ゴキブリ, 劣等, 絶滅, 出て行け'),
  extremism: entries('ヒトラー, ナチス, 鉤十字'),
  praise: entries('万歳, 英雄, 栄光, 称える, 讃え, 募集'),

  terrorism: entries('イスラム国, テロ'),
  weapon: entries('爆弾, 爆発物, サリン, 毒ガス, 火炎瓶, 核爆弾'),
  weaponRecipe: [],
  instructions: entries('作り方, 製造, 作る方法, 手順, 作成方法, レシピ, マニュアル, 方法'),

  harmlessPhrase: entries(`
    自殺防止, 自殺予防, 裸足, 裸眼, 裸電球, 裸麦, 裸木, 裸子植物, 裸祭り, 内臓脂肪, 完全変態, 不完全変態,
    蝶の変態, 昆虫の変態, 少女漫画, 少年漫画, 少女時代, 少年ジャンプ, 美少女戦士, 魔法少女, エッチング,
    カロリー, フロリダ, グロリア, テロップ, テロワール, ステロイド, アステロイド, ヘテロ, 巨乳牛, 性感染症,
    射精管, 性教育, イエロ, ピエロ, エロス, エロール, エロイーズ, ヒエロ, アエロ`),
  art: entries('美術館, 彫刻, 彫像, 石膏, 油絵, 絵画, ルネサンス, 美術史, デッサン, 裸婦, 博物館'),
  medicine: entries('解剖, 医学, 医療, 病院, 医師, 教科書'),
  awareness: entries('防止, 予防, 相談, 反対, 撲滅'),
  history: entries('記念館, 資料館, 慰霊, 歴史, 追悼, 博物館, 展示, 戦争'),
  opposition: entries('反対, 平和'),
  person: [],
};

export const japaneseAges: AgeWords = {
  numbers: [],
  afterNumber: entries('歳, 才'),
  attachedToDigits: [],
  beforeDigits: [],
};
