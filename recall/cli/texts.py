"""What the session says, in English and Chinese."""

from collections.abc import Sequence

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "left": "{due} due · {learning} learning · {new} new",
        "reveal": "space: show the answer · h hint · s skip · ? keys",
        "number": "Your answer{unit} · empty line: show · :h hint · :? keys",
        "in_unit": " ({unit})",
        "part": "Part {number} of {total}",
        "last_part": "Now the answer itself.",
        "type": "Your answer · empty line: show · :h hint · :? keys",
        "accepted": "Accepted: {texts}",
        "choose_one": "1–{n}: choose · space: show the answer · ? keys",
        "choose_many": "Several may be right · 1–{n}: mark · Enter: done ({marked}) · ? keys",
        "tick": "Tick what was in your answer: 1–{n}, a all, Enter: done ({marked})",
        "say": "Say your answer aloud or write it down. space: show the points · ? keys",
        "none": "none",
        "try_again": "Once more, or an empty line to see the answer.",
        "again": "again",
        "hard": "hard",
        "good": "good",
        "easy": "easy",
        "rate": "1–4: rate · Enter: {suggested} · u undo · e edit · ? keys",
        "hint": "Hint {number} of {total}",
        "no-hints": "This card has no hints.",
        "no-more-hints": "No more hints.",
        "flagged": "Flagged.",
        "unflagged": "No longer flagged.",
        "buried": "Buried until tomorrow.",
        "suspended": "Suspended; u takes it back, `recall resume` ends it.",
        "leech": "This card has been forgotten again and again; it is flagged now. "
        "Perhaps it asks two things at once, or lacks a reason?",
        "leech-suspended": "This card has been forgotten again and again; it is suspended. "
        "u takes that back, `recall resume` ends it.",
        "offer": "p: ask again today what it requires ({n})",
        "prepared": "They come next.",
        "not-now": "That does nothing here; ? shows the keys.",
        "undone": "Undone: {what}, {card}.",
        "nothing_to_undo": "There is nothing to undo.",
        "why": "Why",
        "source": "Source",
        "points": "Points",
        "answer": "Answer",
        "done": "Cards: {cards} · answers: {answers} · time: {time}",
        "no_answers": "No answers this time.",
        "ratings": "again {again} · hard {hard} · good {good} · easy {easy}",
        "lapsed": "Lapsed: {titles}",
        "mistakes": "Mistakes:",
        "mistakes_lead": "Common mistakes lead to",
        "complete": "Everything for now is done.",
        "paused": "Stopped; every answer is saved. `recall review` goes on.",
        "next_in": "A card in learning comes back in {time}.",
        "nothing": "Nothing is due now, and today's new cards are done.",
        "skipped": "Skipped cards stay due: {n}.",
        "keys_title": "Keys",
        "keys": "space, Enter  show the answer; after it, Enter takes the suggested rating\n"
        "1 2 3 4       again, hard, good, easy (before: choose an option)\n"
        "h  hint       u  undo           s  skip        b  bury until tomorrow\n"
        "x  suspend    f  flag           e  edit the note in $EDITOR\n"
        "p  after a lapse: ask again today what the card requires\n"
        "?  these keys q  stop (saved)   In a typed answer write :h :u :s :q instead.",
        "no_editor": "Set $EDITOR to an editor to use this.",
        "read_only": "The shipped decks are read only; copy them to ./decks to edit them.",
        "editor_failed": "The editor could not be started: {error}",
        "edited": "Edited; the decks were compiled.",
        "busy": "The store is in use by another program; waiting …",
        "stats_none": "No answers yet.",
        "stats_head": "          answers         time  recall",
        "stats_today": "today",
        "stats_days": "{n} days",
        "stats_all": "all",
        "stats_young": "recall of young cards (stability below 21 days): {young}",
        "stats_mature": "recall of mature cards: {mature}",
        "stats_gone": "cards the decks no longer hold",
        "stats_calibration": "expected and measured recall, reviews",
        "why_suspended": "{card} is suspended: it is not asked until `recall resume {card}`.",
        "why_buried": "{card} is buried until the next study day.",
        "why_waits": "{card} is new and was put off until {date}.",
        "why_locked": "{card} is new and locked: it requires notes that are not known yet.",
        "why_sibling": "{card} waits: another card of its note is asked today.",
        "why_limit": "{card} waits: today's limit is reached.",
        "why_asked_new": "{card} is asked today: new card {place} of {of}.",
        "why_asked_review": "{card} is asked today: due since {date}, review {place} of {of}.",
        "why_asked_exam": "{card} is asked today for the exam, although due on {date} only "
        "(review {place} of {of}).",
        "why_step": "{card} is being learned: it comes back in {time}.",
        "why_later": "{card} is due on {date}.",
        "why_shaky": "  {note}: stability {days} days, which is not enough",
        "why_unmet": "  {note}: {phase}",
        "why_memory": "Recall today {recall} · stability {stability} days · "
        "difficulty {difficulty}",
        "why_interval": "Interval {days} days: {plain} would bring recall down to the desired "
        "{retention}; spread over the days, recall will be {recall} then.",
        "why_easy": "That is an easy day or a holiday; no other day was in reach.",
        "why_leech": "A leech: forgotten {lapses} times.",
        "why_flagged": "It is flagged.",
        "phase_new": "not begun",
        "phase_learning": "being learned",
        "phase_relearning": "being learned again",
        "phase_review": "in review",
        "standing_mature": "known for weeks",
        "standing_young": "in review",
        "standing_learning": "being learned",
        "standing_open": "open",
        "standing_locked": "locked",
        "waits_for": "waits for {notes}",
        "today_early": "{n} of them are brought forward for the exam.",
        "today_backlog": "{n} more reviews are due than the daily limit allows; "
        "at this pace they take {days} more days.",
        "today_locked": "{n} new cards wait for what they require; `recall path` shows it.",
        "simulate_cards": "{cards} cards in review, {new} new ones, {days} days",
        "simulate_head": "desired  new  reviews  peak  minutes  known\n"
        "recall  /day     /day           /day",
        "simulate_late": "({n} reviews late at the end)",
        "simulate_chart": "Reviews a day at {retention}, from day to day",
        "exam_head": "Exam on {day}, wanted recall {target}",
        "exam_usual": "as always at {retention}: {reviews} reviews, recall {recall}, "
        "at most {peak} a day",
        "exam_planned": "with cards brought forward: {reviews} reviews, recall {recall}, "
        "at most {peak} a day",
        "exam_constant": "at a constant {retention}: {reviews} reviews, recall {recall}, "
        "at most {peak} a day",
        "optimise_head": "{usable} usable reviews; compared on the last {held_out} of them",
        "optimise_calibration": "Calibration (current, then trained): "
        "reviews, expected and measured recall",
        "optimise_adopted": "Adopted. Memory was computed anew; no due date was moved "
        "(`recall reschedule` does that on request).",
        "optimise_would_adopt": "Better than both; nothing was changed.",
        "optimise_kept": "Not clearly better than what you have: nothing was changed.",
        "optimise_used": "Set {number} is in use; the memory of {cards} cards was computed anew.",
        "reschedule_head": "{n} cards would be due on another day.\nday          now   after",
        "reschedule_dry": "Nothing was changed. `recall reschedule --yes` writes it.",
        "reschedule_done": "Written. `recall reschedule --undo` takes it back.",
        "reschedule_undone": "{n} cards are due as before.",
        "quiz_head": "Question {number} of {total}",
        "quiz_time": "The time is over; what is unanswered counts as wrong.",
        "quiz_dropped": "Stopped; nothing was written.",
        "quiz_keys": "Answer as in a review; s skips, q ends the quiz. Nothing is graded until "
        "the end, except where you have to judge yourself.",
        "quiz_score": "Score",
        "quiz_line": "{name}: {right} of {asked} ({share}; true share {low} to {high})",
        "quiz_unanswered": "Without an answer: {n}",
        "quiz_again": "The same questions again: recall quiz --seed {seed}",
        "quiz_yours": "Your answer: {answer}",
        "quiz_written": "{n} answers were written as reviews; `recall undo` takes them back.",
        "unread": "Not understood: write a rating from 1 to 4, or the numbers of your choice.",
    },
    "zh": {
        "left": "待复习 {due} · 学习中 {learning} · 新卡 {new}",
        "reveal": "空格：显示答案 · h 提示 · s 跳过 · ? 按键说明",
        "number": "你的答案{unit} · 直接回车：显示答案 · :h 提示 · :? 按键",
        "in_unit": "（单位：{unit}）",
        "part": "第 {number}/{total} 问",
        "last_part": "最后回答题目本身。",
        "type": "你的答案 · 直接回车：显示答案 · :h 提示 · :? 按键",
        "accepted": "可接受的答案：{texts}",
        "choose_one": "1–{n}：选择 · 空格：显示答案 · ? 按键说明",
        "choose_many": "可能有多个正确选项 · 1–{n}：勾选 · 回车：提交（{marked}） · ? 按键说明",
        "tick": "勾选你答到的要点：1–{n}，a 全选，回车：提交（{marked}）",
        "say": "先说出或写下你的答案。空格：显示要点 · ? 按键说明",
        "none": "未选",
        "try_again": "再试一次，或直接回车查看答案。",
        "again": "重来",
        "hard": "困难",
        "good": "良好",
        "easy": "简单",
        "rate": "1–4：评分 · 回车：{suggested} · u 撤销 · e 编辑 · ? 按键说明",
        "hint": "提示 {number}/{total}",
        "no-hints": "这张卡片没有提示。",
        "no-more-hints": "没有更多提示了。",
        "flagged": "已标记。",
        "unflagged": "已取消标记。",
        "buried": "今天不再出现。",
        "suspended": "已暂停；按 u 撤销，或用 `recall resume` 恢复。",
        "leech": "这张卡片一再遗忘，已做标记。也许它一次问了两件事，或者缺少理由？",
        "leech-suspended": "这张卡片一再遗忘，已暂停。按 u 撤销，或用 `recall resume` 恢复。",
        "offer": "p：今天先复习它的先修卡片（{n} 张）",
        "prepared": "接下来就是它们。",
        "not-now": "此处该键无效；按 ? 查看按键说明。",
        "undone": "已撤销：{what}，{card}。",
        "nothing_to_undo": "没有可以撤销的操作。",
        "why": "为什么",
        "source": "出处",
        "points": "要点",
        "answer": "答案",
        "done": "卡片 {cards} · 作答 {answers} 次 · 用时 {time}",
        "no_answers": "这次没有作答。",
        "ratings": "重来 {again} · 困难 {hard} · 良好 {good} · 简单 {easy}",
        "lapsed": "遗忘：{titles}",
        "mistakes": "所犯错误：",
        "mistakes_lead": "常见错误会得出",
        "complete": "目前的卡片都完成了。",
        "paused": "已停止，所有作答均已保存。用 `recall review` 继续。",
        "next_in": "学习中的卡片将在 {time} 后再次出现。",
        "nothing": "现在没有到期的卡片，今天的新卡也已学完。",
        "skipped": "跳过的卡片仍待复习：{n} 张。",
        "keys_title": "按键",
        "keys": "空格、回车  显示答案；之后回车采用建议评分\n"
        "1 2 3 4     重来、困难、良好、简单（作答前：选择选项）\n"
        "h 提示      u 撤销      s 跳过      b 今天不再出现\n"
        "x 暂停      f 标记      e 用 $EDITOR 编辑该笔记\n"
        "p 遗忘之后：今天先复习该卡片的先修内容\n"
        "? 本说明    q 停止（已保存）   输入答案时请写 :h :u :s :q。",
        "no_editor": "请先设置 $EDITOR。",
        "read_only": "随程序附带的卡组是只读的；复制到 ./decks 后即可编辑。",
        "editor_failed": "无法启动编辑器：{error}",
        "edited": "已编辑，卡组已重新编译。",
        "busy": "存储正被其他程序使用，请稍候……",
        "stats_none": "还没有作答记录。",
        "stats_head": "             作答         用时  记住率",
        "stats_today": "今天",
        "stats_days": "{n} 天",
        "stats_all": "全部",
        "stats_young": "未成熟卡片（稳定性不足 21 天）的记住率：{young}",
        "stats_mature": "成熟卡片的记住率：{mature}",
        "stats_gone": "卡组中已不存在的卡片",
        "stats_calibration": "预期记住率、实际记住率、复习次数",
        "why_suspended": "{card} 已暂停：用 `recall resume {card}` 恢复后才会再问。",
        "why_buried": "{card} 今天不再出现，下一个学习日恢复。",
        "why_waits": "{card} 是新卡，已推迟到 {date}。",
        "why_locked": "{card} 是新卡，尚未解锁：它的先修笔记还没有掌握。",
        "why_sibling": "{card} 需等待：同一笔记的另一张卡片今天会出现。",
        "why_limit": "{card} 需等待：今天的数量已达上限。",
        "why_asked_new": "{card} 今天会出现：新卡第 {place} 张，共 {of} 张。",
        "why_asked_review": "{card} 今天会出现：{date} 到期，复习第 {place} 张，共 {of} 张。",
        "why_asked_exam": "{card} 本应 {date} 到期，为了考试提前到今天"
        "（复习第 {place} 张，共 {of} 张）。",
        "why_step": "{card} 正在学习中：{time} 后再次出现。",
        "why_later": "{card} 将于 {date} 到期。",
        "why_shaky": "  {note}：稳定性 {days} 天，还不够",
        "why_unmet": "  {note}：{phase}",
        "why_memory": "今天的记住率 {recall} · 稳定性 {stability} 天 · 难度 {difficulty}",
        "why_interval": "间隔 {days} 天：过 {plain} 天，记住率会降到期望的 {retention}；"
        "为均衡各天的负担做了微调，到期时记住率为 {recall}。",
        "why_easy": "那天是轻松日或假期，可选范围内没有别的日子。",
        "why_leech": "顽固卡片：已遗忘 {lapses} 次。",
        "why_flagged": "已标记。",
        "phase_new": "尚未开始",
        "phase_learning": "学习中",
        "phase_relearning": "重新学习中",
        "phase_review": "复习中",
        "standing_mature": "已牢固掌握",
        "standing_young": "复习中",
        "standing_learning": "学习中",
        "standing_open": "可学",
        "standing_locked": "未解锁",
        "waits_for": "先修：{notes}",
        "today_early": "其中 {n} 张为考试提前。",
        "today_backlog": "另有 {n} 张到期卡片超出每日上限；按这个速度还需 {days} 天。",
        "today_locked": "{n} 张新卡在等待先修内容；`recall path` 可查看。",
        "simulate_cards": "复习中 {cards} 张，新卡 {new} 张，模拟 {days} 天",
        "simulate_head": "  期望 新卡     复习  峰值    分钟    掌握\n"
        "记住率  /天      /天             /天",
        "simulate_late": "（最后仍有 {n} 张未复习）",
        "simulate_chart": "期望记住率 {retention} 时每天的复习量（左侧为第几天）",
        "exam_head": "考试日 {day}，期望记住率 {target}",
        "exam_usual": "照常按 {retention}：复习 {reviews} 次，当天记住率 {recall}，"
        "单日最多 {peak} 次",
        "exam_planned": "考前提前复习：复习 {reviews} 次，当天记住率 {recall}，单日最多 {peak} 次",
        "exam_constant": "始终按 {retention}：复习 {reviews} 次，当天记住率 {recall}，"
        "单日最多 {peak} 次",
        "optimise_head": "可用复习 {usable} 次；在最后 {held_out} 次上比较",
        "optimise_calibration": "校准（当前参数、训练所得参数）：复习次数、预期与实际记住率",
        "optimise_adopted": "已采用。记忆状态已重新计算，到期日未变"
        "（需要时用 `recall reschedule` 移动）。",
        "optimise_would_adopt": "优于另外两组参数；未作任何更改。",
        "optimise_kept": "没有明显优于现有参数：未作任何更改。",
        "optimise_used": "已启用第 {number} 组参数；重新计算了 {cards} 张卡片的记忆状态。",
        "reschedule_head": "{n} 张卡片的到期日会改变。\n日期         现在    之后",
        "reschedule_dry": "未作任何更改。用 `recall reschedule --yes` 写入。",
        "reschedule_done": "已写入。用 `recall reschedule --undo` 撤销。",
        "reschedule_undone": "{n} 张卡片恢复了原来的到期日。",
        "quiz_head": "第 {number}/{total} 题",
        "quiz_time": "时间到，未作答的题目按错误计。",
        "quiz_dropped": "已停止，未写入任何内容。",
        "quiz_keys": "作答方式与复习相同；s 跳过，q 结束测验。"
        "除需自行判断的题目外，结束后才给出评判。",
        "quiz_score": "得分",
        "quiz_line": "{name}：{asked} 题对 {right} 题（{share}；真实比例在 {low} 到 {high} 之间）",
        "quiz_unanswered": "未作答：{n} 题",
        "quiz_again": "重做同一套题：recall quiz --seed {seed}",
        "quiz_yours": "你的答案：{answer}",
        "quiz_written": "已将 {n} 次作答写为复习记录；可用 `recall undo` 撤销。",
        "unread": "无法识别：请输入 1 到 4 的评分，或所选项的编号。",
    },
}


def say(lang: str | None, key: str, **values: object) -> str:
    """A sentence in a language, in English where there is none in it."""
    texts = TEXTS.get((lang or "en").split("-")[0], TEXTS["en"])
    return texts[key].format(**values)


def duration(milliseconds: int) -> str:
    """`45 s`, `12 min`, `3 h 20 min`."""
    seconds = round(milliseconds / 1000)
    if seconds < 60:
        return f"{seconds} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"


def interval(days: int) -> str:
    """`3 d`, `2.4 mo`, `1.3 y`, as rating keys show it."""
    if days < 31:
        return f"{days} d"
    return f"{days / 30.44:.1f} mo" if days < 365 else f"{days / 365.25:.1f} y"


def packed(parts: Sequence[str], width: int, *, dot: str = " · ") -> list[str]:
    """Parts joined by dots into lines of at most `width` cells where that is possible."""
    from rich.cells import cell_len

    lines: list[str] = []
    for part in parts:
        if lines and cell_len(lines[-1] + dot + part) <= width:
            lines[-1] += f"{dot}{part}"
        else:
            lines.append(part)
    return lines
