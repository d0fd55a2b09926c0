first_loss = lambda vocabulary: float(np.log2(vocabulary) * np.log(2))
vocabulary_of = lambda loss: round(float(np.e**loss), 3)
