import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries } from '../entry.ts';

export const korean: Lexicon = {
  minor: entries(`
    어린이, 아이, 아동, 소녀, 소년, 미성년, 초등학생, 중학생, 고등학생, 여고생, 여중생, 초딩, 유아, 아기,
    어린 여자, 어린애, 여자애, 꼬마`),
  girlOrBoy: [],
  sexualisedMinor: entries('로리, 쇼타, 아동 포르노, 아청'),
  suggestive: entries('섹시, 속옷, 란제리, 팬티, 유혹, 브래지어, 가슴골, 관능, 야릇'),

  sexualAssault: entries('강간, 성폭행, 윤간, 몰카, 수간, 근친상간, 성추행'),
  nonConsent: entries('억지로, 강제로, 기절한, 몰래카메라, 묶인'),
  undressRequest: entries('옷을 벗겨, 옷 벗겨, 벗겨줘'),
  undressing: [],
  removal: [],
  clothes: [],
  realPerson: entries('이 여자, 동료, 딥페이크, 전여친, 이 사진, 연예인'),

  explicit: entries(`
    포르노, 섹스, 야동, 자위, 성교, 음란, 성관계, 성행위, 야한, 오르가즘, 구강성교, 정액, 발기, 에로, 젖가슴,
    빨통, 씹하, 떡치`),
  nudity: entries(`
    알몸, 나체, 누드, 벌거벗, 벌거숭이, 옷을 벗, 옷 벗, 옷을 입지 않, 상의 탈의, 탈의한, 반라, 젖꼭지, 유두`),
  genitals: entries('성기, 음경, 음부, 질내'),

  selfHarm: entries('자살 방법, 자살하는 법, 손목을 긋, 손목 긋, 자해, 목을 매, 목매달, 죽어버려, 죽고 싶'),
  cutting: [],
  wrist: entries('손목'),
  suicideScene: [],
  heightSport: [],
  suicide: entries('자살'),
  encouragement: entries('방법, 아름다운'),

  mutilation: entries(`
    참수, 토막 난, 토막 시체, 훼손된 시체, 내장이, 잘린 머리, 잘린 목, 사지 절단, 난도질, 고문하는, 고문당,
    고문 장면`),
  bodyPart: [],
  injury: [],
  woundedBody: entries('시체'),
  muchBlood: entries('피투성이, 피바다, 피범벅'),
  pretendedHorror: entries('할로윈'),

  slur: entries('짱깨, 쪽바리, 깜둥이, 히틀러 만세, 유대인을 죽'),
  extremistSlogan: entries('하일 히틀러'),
  group: entries('유대인, 흑인, 이슬람, 이민자, 동성애자, 중국인, 조선족, 외국인, 난민'),
  dehumanisation: entries('죽여, 죽이자, 바퀴벌레, 열등, 몰아내, 박멸'),
  extremism: entries('히틀러, 나치, 하켄크로이츠'),
  praise: entries('만세, 영웅, 찬양, 영광, 모집'),

  terrorism: entries('이슬람국가, 테러, 총기난사'),
  weapon: entries('폭탄, 폭발물, 사린, 독가스, 화염병, 핵폭탄'),
  weaponRecipe: [],
  instructions: entries('만드는, 만들기, 제조, 제작법, 설명서, 방법'),

  harmlessPhrase: entries(`
    예방 자살, 자살 예방, 아이스, 아이돌, 아이폰, 아이패드, 아이콘, 아이디어, 아이슬란드, 아이언, 아이리스,
    아이템, 아이맥스, 대학생, 에로스, 피에로, 칼로리, 플로리다, 글로리, 쇼타임, 지나치, 투자해, 자위대,
    자위권, 자위관, 테러리움, 누드톤, 누드 립, 누드 메이크업, 누드 색, 누드 컬러, 누드 구두, 유두부, 유두리,
    발기인, 성교육`),
  art: entries('미술관, 박물관, 조각, 유화, 르네상스, 미술사, 석고상, 크로키'),
  medicine: entries('의학, 해부, 병원, 의사, 교과서'),
  awareness: entries('예방, 상담, 반대, 근절, 도움'),
  history: entries('추모, 기념관, 역사, 박물관, 전쟁, 전시'),
  opposition: entries('반대, 평화'),
  person: [],
};

export const koreanAges: AgeWords = {
  numbers: [],
  afterNumber: entries('살, 세'),
  attachedToDigits: [],
  beforeDigits: [],
};
