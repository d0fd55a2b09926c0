# %% right: by_leads
before = np.log(5)
odds_added = np.exp(before + 7 - 7)
odds_tripled = np.exp(3 * before)
factor = np.log(1000) / before
lead = np.log(40) - before

# %% right: formulas
odds_added = 5
odds_tripled = 5**3
factor = np.log(1000) / np.log(5)
lead = np.log(40 / 5)

# %% right: other_base
import math

odds_added = 5.0
odds_tripled = 125.0
factor = math.log(1000, 5)
lead = math.log2(8) / math.log2(math.e)

# %% right: rounded
odds_added = round(5.0, 3)
odds_tripled = np.float32(125)
factor = round(3 / np.log10(5), 3)
lead = np.round(np.log(8), 3)

# %% right: search
def odds(add=0.0, times=1.0, to_a=0.0):
    z = (np.array([np.log(5), 0.0, 2.0]) + add) * times + np.array([to_a, 0, 0])
    p = np.exp(z) / np.exp(z).sum()
    return p[0] / p[1]


odds_added = odds(add=7)
odds_tripled = odds(times=3)
factor = next(s for s in np.arange(4, 5, 0.0001) if odds(times=s) >= 1000)
lead = next(c for c in np.arange(2, 3, 0.0001) if odds(to_a=c) >= 40)

# %% right: typed
odds_added, odds_tripled = 5, 125
factor, lead = 4.292, 2.079

# %% wrong: both_moved
# expect: both-moved
# points: 2
odds_added = 5
odds_tripled = 125
factor = np.log(1000) / np.log(5)
lead = np.log(8) / 2

# %% wrong: constant_added
# expect: constant-added
# points: 2.5
odds_added = 12
odds_tripled = 125
factor = np.log(1000) / np.log(5)
lead = np.log(8)

# %% wrong: constant_exponential
# expect: constant-exponential
# points: 2.5
odds_added = 5 * np.exp(7)
odds_tripled = 125
factor = np.log(1000) / np.log(5)
lead = np.log(8)

# %% wrong: constant_exponential_alone
# expect: constant-exponential-alone
# points: 2.5
odds_added = np.exp(7)
odds_tripled = 125
factor = np.log(1000) / np.log(5)
lead = np.log(8)

# %% wrong: constant_times
# expect: constant-times
# points: 2.5
odds_added = 35
odds_tripled = 125
factor = np.log(1000) / np.log(5)
lead = np.log(8)

# %% wrong: difference
# expect: difference
# points: 2.5
odds_added = 0
odds_tripled = 125
factor = np.log(1000) / np.log(5)
lead = np.log(8)

# %% wrong: difference_of_odds
# expect: difference-of-odds
# points: 2
odds_added = 5
odds_tripled = 125
factor = np.log(1000) / np.log(5)
lead = 35

# %% wrong: factor_exponential
# expect: factor-exponential
# points: 2.5
odds_added = 5
odds_tripled = 5 * np.exp(3)
factor = np.log(1000) / np.log(5)
lead = np.log(8)

# %% wrong: factor_nothing
# expect: factor-nothing
# points: 2.5
odds_added = 5
odds_tripled = 5
factor = np.log(1000) / np.log(5)
lead = np.log(8)

# %% wrong: factor_times
# expect: factor-times
# points: 2.5
odds_added = 5
odds_tripled = 15
factor = np.log(1000) / np.log(5)
lead = np.log(8)

# %% wrong: inverted
# expect: inverted
# points: 2
odds_added = 5
odds_tripled = 125
factor = np.log(5) / np.log(1000)
lead = np.log(8)

# %% wrong: lead_before
# expect: lead-before
# points: 2
odds_added = 5
odds_tripled = 125
factor = np.log(1000) / np.log(5)
lead = np.log(5)

# %% wrong: log_10
# expect: log-10
# points: 2
odds_added = 5
odds_tripled = 125
factor = np.log10(1000)
lead = np.log(8)

# %% wrong: log_10_ratio
# expect: log-10-ratio
# points: 2
odds_added = 5
odds_tripled = 125
factor = np.log10(1000 / 5)
lead = np.log(8)

# %% wrong: log_odds
# expect: log-odds
# points: 2
odds_added = np.log(5)
odds_tripled = 3 * np.log(5)
factor = np.log(1000) / np.log(5)
lead = np.log(8)

# %% wrong: log_of_difference
# expect: log-of-difference
# points: 2
odds_added = 5
odds_tripled = 125
factor = np.log(1000) / np.log(5)
lead = np.log(35)

# %% wrong: log_of_ratio
# expect: log-of-ratio
# points: 2
odds_added = 5
odds_tripled = 125
factor = np.log(200)
lead = np.log(8)

# %% wrong: log_of_wanted
# expect: log-of-wanted
# points: 2
odds_added = 5
odds_tripled = 125
factor = np.log(1000)
lead = np.log(8)

# %% wrong: nothing
# expect: value/not-attempted
# points: 0
pass

# %% wrong: other_base
# expect: other-base
# points: 2
odds_added = 5
odds_tripled = 125
factor = np.log(1000) / np.log(5)
lead = np.log2(8)

# %% wrong: placeholders
# expect: value/not-attempted
# points: 0
odds_added = odds_tripled = factor = lead = ...

# %% wrong: power_turned
# expect: power-turned
# points: 2.5
odds_added = 5
odds_tripled = 3**5
factor = np.log(1000) / np.log(5)
lead = np.log(8)

# %% wrong: ratio
# expect: ratio
# points: 2
odds_added = 5
odds_tripled = 125
factor = np.log(1000) / np.log(5)
lead = 40 / 5

# %% wrong: ratio_of_odds
# expect: ratio-of-odds
# points: 2
odds_added = 5
odds_tripled = 125
factor = 200
lead = np.log(8)

# %% wrong: root
# expect: root
# points: 2
odds_added = 5
odds_tripled = 125
factor = 1000 ** (1 / 5)
lead = np.log(8)

# %% wrong: rounded_early
# expect: value/nearly
# points: 2
odds_added = 5
odds_tripled = 125
factor = 4.29
lead = np.log(8)

# %% wrong: squared
# expect: squared
# points: 2.5
odds_added = 5
odds_tripled = 25
factor = np.log(1000) / np.log(5)
lead = np.log(8)

# %% wrong: text
# expect: value/not-a-number
# points: 2
odds_added = 5
odds_tripled = 125
factor = "4.292"
lead = np.log(8)

# %% wrong: two_numbers
# expect: value/not-a-number
# points: 2
odds_added = 5
odds_tripled = 125
factor = np.log(1000) / np.log(5)
lead = [np.log(5), np.log(8)]

# %% wrong: whole_lead
# expect: whole-lead
# points: 2
odds_added = 5
odds_tripled = 125
factor = np.log(1000) / np.log(5)
lead = np.log(40)
